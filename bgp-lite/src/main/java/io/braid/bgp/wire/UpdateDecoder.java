package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one UPDATE (RFC 4271 section 4.3 and 6.3, RFC 4760, RFC 7606).
 *
 * <pre>
 * +-----------------+------------------+-----------------+------------+-----------------+
 * | withdrawn bytes | withdrawn routes | attribute bytes | attributes | announced routes|
 * | 2               | IPv4             | 2               |            | IPv4, the rest  |
 * +-----------------+------------------+-----------------+------------+-----------------+
 * </pre>
 */
final class UpdateDecoder {
    private final Negotiated context;
    private final UpdateParts parts;

    UpdateDecoder(Negotiated context) {
        this.context = context;
        this.parts = new UpdateParts(context);
    }

    Decoded decode(WireReader body) {
        int withdrawnBytes = body.u16();
        if (withdrawnBytes + 2 > body.remaining()) {
            return malformedList(withdrawnBytes + " bytes of withdrawn routes in " + body.remaining());
        }
        WireReader withdrawn = body.slice(withdrawnBytes);
        int attributeBytes = body.u16();
        if (attributeBytes > body.remaining()) {
            return malformedList(attributeBytes + " bytes of attributes in " + body.remaining());
        }
        WireReader attributes = body.slice(attributeBytes);
        parts.announcesInField = body.remaining() > 0;
        parts.reachable = parts.announcesInField;
        boolean empty = withdrawnBytes + attributeBytes + body.remaining() == 0;

        BgpError reset = readField(withdrawn, parts.withdrawnField);
        reset = reset != null ? reset : new AttributeListReader(parts).read(attributes);
        reset = reset != null ? reset : readField(body, parts.announcedField);
        if (reset != null) {
            return new Decoded.Rejected(reset);
        }
        checkMandatory();
        BgpError strongest = parts.faults.strongest();
        if (strongest != null
                && strongest.handling() != Handling.ATTRIBUTE_DISCARD
                && parts.beyondUnreach
                && !parts.reachable) {
            // RFC 7606 section 5.2: attributes without routes may be routes that were not found, so nothing milder will
            // do.
            return new Decoded.Rejected(BgpError.reset(
                    strongest.reason(), strongest.data(), strongest.detail() + ", and no route is announced"));
        }
        return new Decoded.Accepted(message(empty), parts.faults.list());
    }

    private static Decoded malformedList(String detail) {
        return new Decoded.Rejected(BgpError.reset(ErrorReason.MALFORMED_ATTRIBUTE_LIST, detail));
    }

    private @Nullable BgpError readField(WireReader field, List<Nlri> into) {
        if (field.remaining() > 0 && !context.families().contains(Family.IPV4_UNICAST)) {
            parts.faults.add(
                    ErrorReason.INVALID_NETWORK_FIELD,
                    Bytes.EMPTY,
                    Handling.ATTRIBUTE_DISCARD,
                    "routes of IPV4_UNICAST, which was not agreed on");
            return null;
        }
        boolean pathIds = context.receive().hasPathIds(Family.IPV4_UNICAST);
        String incorrect = NlriReader.read(field, Family.IPV4_UNICAST, pathIds, into);
        return incorrect == null ? null : BgpError.reset(ErrorReason.INVALID_NETWORK_FIELD, incorrect);
    }

    /** RFC 7606 section 3 d: what is missing is like what is malformed. */
    private void checkMandatory() {
        if (!parts.reachable || parts.faults.has(Handling.TREAT_AS_WITHDRAW)) {
            return;
        }
        requireThere(AttributeType.ORIGIN);
        requireThere(AttributeType.AS_PATH);
        if (parts.announcesInField) {
            requireThere(AttributeType.NEXT_HOP);
        }
        if (context.internal()) {
            requireThere(AttributeType.LOCAL_PREF);
        }
    }

    private void requireThere(AttributeType type) {
        if (!parts.isThere(type.code())) {
            parts.faults.add(
                    ErrorReason.MISSING_WELL_KNOWN_ATTRIBUTE,
                    Bytes.of((byte) type.code()),
                    Handling.TREAT_AS_WITHDRAW,
                    type + " is missing");
        }
    }

    private Update message(boolean empty) {
        var withdrawn = new ArrayList<Update.Unreach>(2);
        var announced = new ArrayList<Update.Reach>(2);
        boolean asWithdraw = parts.faults.has(Handling.TREAT_AS_WITHDRAW);
        addWithdrawn(withdrawn, Family.IPV4_UNICAST, parts.withdrawnField, empty);
        if (parts.withdrawnFamily != null) {
            boolean alone = !parts.beyondUnreach && !parts.reachable && parts.withdrawnField.isEmpty();
            addWithdrawn(withdrawn, parts.withdrawnFamily, parts.multiprotocolWithdrawn, alone);
        }
        if (asWithdraw) {
            addWithdrawn(withdrawn, Family.IPV4_UNICAST, parts.announcedField, false);
            if (parts.announcedFamily != null) {
                addWithdrawn(withdrawn, parts.announcedFamily, parts.multiprotocolAnnounced, false);
            }
            return new Update(withdrawn, List.of(), PathAttributes.NONE);
        }
        addAnnounced(announced, Family.IPV4_UNICAST, parts.nextHop, parts.announcedField);
        if (parts.announcedFamily != null) {
            addAnnounced(announced, parts.announcedFamily, parts.multiprotocolNextHop, parts.multiprotocolAnnounced);
        }
        if (announced.isEmpty()) {
            return new Update(withdrawn, announced, PathAttributes.NONE);
        }
        if (!context.fourByteAs()) {
            As4Merge.apply(parts.attributes, parts.as4Path, parts.as4Aggregator);
        }
        return new Update(withdrawn, announced, new PathAttributes(parts.attributes));
    }

    private void addWithdrawn(List<Update.Unreach> into, Family family, List<Nlri> nlri, boolean marker) {
        if ((!nlri.isEmpty() || marker) && isUsed(family)) {
            into.add(new Update.Unreach(family, nlri));
        }
    }

    private void addAnnounced(List<Update.Reach> into, Family family, @Nullable NextHop nextHop, List<Nlri> nlri) {
        if (!nlri.isEmpty() && nextHop != null && isUsed(family)) {
            into.add(new Update.Reach(family, nextHop, nlri));
        }
    }

    /** Whether the family was agreed on and this message does not end its use. */
    private boolean isUsed(Family family) {
        return context.families().contains(family)
                && parts.faults.list().stream().noneMatch(e -> e.family() == family);
    }
}

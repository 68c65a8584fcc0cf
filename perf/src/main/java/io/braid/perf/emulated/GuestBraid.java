package io.braid.perf.emulated;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.Family;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Braid inside the guest: {@code braid run} over vfio-pci, asked through its control socket. */
final class GuestBraid {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A JVM on an emulated CPU, on a machine that has other things to do. */
    private static final Duration JVM_LIMIT = Duration.ofMinutes(3);

    /** Between two looks: each costs the emulated CPU more than the JVM that is waited for can spare. */
    private static final int POLL_MILLIS = 1500;

    private static final Duration SHORT = Duration.ofSeconds(25);

    private final Guest guest;

    GuestBraid(Guest guest) {
        this.guest = guest;
    }

    /** Gives the NICs to vfio-pci and writes the configuration. */
    void configure() throws InterruptedException {
        guest.run("give vfio-pci " + addresses(), SHORT);
        guest.run("cat >/tmp/host.yaml <<'YAML'\n" + GuestHostYaml.of(guest.plan()) + "YAML\n", SHORT);
    }

    static String addresses() {
        return Machine.NICS.stream().map(Nic::pciAddress).collect(Collectors.joining(" "));
    }

    /** What {@code braid plan} says of this configuration on this host. */
    JsonNode plan() throws InterruptedException {
        return json(guest.run(
                "braid plan -c /tmp/host.yaml --json 2>/tmp/plan.log || { cat /tmp/plan.log; exit 1; }", JVM_LIMIT));
    }

    /** Starts the dataplane and waits until it uses all uplinks in both families. */
    void start() throws InterruptedException {
        guest.run("braid_start", SHORT);
        await("use all uplinks", JVM_LIMIT, status -> uplinks(status).stream().allMatch(GuestBraid::isUsable));
    }

    private static List<JsonNode> uplinks(JsonNode status) {
        return StreamSupport.stream(status.path("uplinks").spliterator(), false).toList();
    }

    private static boolean isUsable(JsonNode uplink) {
        return uplink.at("/usable/ipv4").asBoolean()
                && uplink.at("/usable/ipv6").asBoolean();
    }

    /** Waits until just these NICs can be used. */
    void awaitUsable(List<Nic> nics) throws InterruptedException {
        await("use the uplinks " + nics.stream().map(Nic::id).toList() + " only", Duration.ofSeconds(60), status -> {
            List<JsonNode> uplinks = uplinks(status);
            return Machine.NICS.stream().allMatch(nic -> isUsable(uplinks.get(nic.index())) == nics.contains(nic));
        });
    }

    private void await(String what, Duration limit, Predicate<JsonNode> wanted) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            // The socket comes with the dataplane; its log tells why it did not.
            String answer = guest.run("api GET /v1/status 2>/dev/null || [[ -d /proc/$(</tmp/braid.pid) ]]", SHORT);
            if (!answer.isBlank() && wanted.test(json(answer))) {
                return;
            }
            Thread.sleep(POLL_MILLIS);
            if (System.nanoTime() > end) {
                throw new GuestException(
                        "braid did not " + what + " within " + limit.toSeconds() + " s: " + answer + "\n" + log());
            }
        }
    }

    String log() throws InterruptedException {
        return guest.run("tail -n 25 /tmp/braid.log", SHORT);
    }

    /** {@code GET /v1/status}. */
    JsonNode status() throws InterruptedException {
        return json(guest.run("api GET /v1/status", SHORT));
    }

    /** Its process id in the guest. */
    int pid() throws InterruptedException {
        return status().path("pid").asInt();
    }

    /** Attaches task {@code number}, whose namespace is there, with an address of each family. */
    void attach(int number, String kind) throws InterruptedException {
        String name = guest.plan().taskName(number);
        ObjectNode request =
                JSON.createObjectNode().put("task", name).put("kind", kind).put("netns", name);
        for (Family family : Family.values()) {
            request.withArray("ips").add(guest.plan().taskAddress(number, family));
        }
        JsonNode answer = json(guest.run("api POST /v1/tasks '" + request + "'", SHORT));
        if (!answer.has("device")) {
            throw new GuestException("task " + name + " was not attached with kind " + kind + ": " + answer);
        }
    }

    void detach(int number) throws InterruptedException {
        guest.run("api DELETE /v1/tasks/" + guest.plan().taskName(number), SHORT);
    }

    /** Has a NIC reset, and waits until all are used again. */
    void reset(Nic nic) throws InterruptedException {
        String answer = guest.run("api POST /v1/uplinks/" + nic.id() + "/reset", Duration.ofSeconds(40));
        if (!answer.isBlank()) {
            throw new GuestException(nic.id() + " was not reset: " + answer);
        }
        awaitUsable(Machine.NICS);
    }

    /** Ends it with SIGTERM. */
    void stop() throws InterruptedException {
        guest.run("braid_stop", Duration.ofSeconds(40));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new GuestException("expected JSON, found: " + text.strip(), e);
        }
    }
}

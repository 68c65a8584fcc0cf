package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;

/** What UPDATE messages say in the end, however the routes are spread over groups and messages. */
record Routes(List<Withdrawn> withdrawn, List<Announced> announced) {
    record Withdrawn(Family family, Nlri route) {}

    record Announced(Nlri route, NextHop nextHop, PathAttributes attributes) {}

    static Routes of(Update update) {
        return of(List.<Message>of(update));
    }

    static Routes of(List<Message> messages) {
        var withdrawn = new ArrayList<Withdrawn>();
        var announced = new ArrayList<Announced>();
        for (Message message : messages) {
            if (!(message instanceof Update update)) {
                throw new AssertionError(message + " is no UPDATE");
            }
            update.withdrawn().forEach(u -> u.nlri().forEach(n -> withdrawn.add(new Withdrawn(u.family(), n))));
            update.announced()
                    .forEach(r ->
                            r.nlri().forEach(n -> announced.add(new Announced(n, r.nextHop(), update.attributes()))));
        }
        return new Routes(withdrawn, announced);
    }
}

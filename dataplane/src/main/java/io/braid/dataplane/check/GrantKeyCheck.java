package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.grant.GrantKeys;
import java.nio.file.Path;
import java.util.List;

/** Whether the scheduler's public keys can be read, and are what grants are signed with. */
final class GrantKeyCheck {
    private static final String SUBJECT = "grant keys";

    private GrantKeyCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        if (config.tasks().grants().isEmpty()) {
            return List.of();
        }
        List<Path> keyFiles = config.tasks().grants().get().publicKeys().stream()
                .map(files::path)
                .toList();
        GrantKeys keys = GrantKeys.read(keyFiles);
        if (!keys.faults().isEmpty()) {
            return keys.faults().stream()
                    .map(
                            fault -> Finding.fail(
                                    SUBJECT,
                                    fault,
                                    "name other files in tasks.grants.public-keys; openssl pkey -in scheduler.key -pubout makes one"))
                    .toList();
        }
        return List.of(Finding.ok(SUBJECT, "grants are signed by " + String.join(" or ", keys.ids())));
    }
}

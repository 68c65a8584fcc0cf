package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.ListenAddress;
import io.braid.dataplane.config.WebConfig;
import io.braid.dataplane.web.WebFileException;
import io.braid.dataplane.web.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/** Whether metrics and dashboard can be served where the configuration wants them. */
final class WebCheck {
    private static final String SUBJECT = "web";

    private WebCheck() {}

    static List<Finding> run(HostConfig config) {
        return config.web().map(WebCheck::check).orElse(List.of());
    }

    private static List<Finding> check(WebConfig web) {
        try {
            WebServer.check(web);
        } catch (WebFileException e) {
            return List.of(Finding.fail(SUBJECT, e.explanation(), "braid would not start"));
        }
        return List.of(port(web));
    }

    private static Finding port(WebConfig web) {
        ListenAddress listen = web.listen();
        InetAddress address = InetAddress.ofLiteral(listen.address().toString());
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, listen.port()));
        } catch (IOException e) {
            return Finding.warn(
                    SUBJECT,
                    "cannot listen on " + listen + ": " + e.getMessage(),
                    "if it is braid that has the port, all is well; else name another one in web.listen");
        }
        return address.isLoopbackAddress() || web.tokenFile().isPresent()
                ? Finding.ok(SUBJECT, listen + " is free")
                : Finding.ok(SUBJECT, listen + " is free; whoever reaches it reads the metrics, without a password");
    }
}

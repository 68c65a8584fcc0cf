package io.braid.perf.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * One named network namespace and the ways to act inside it.
 *
 * @param name as {@code ip netns} knows it
 */
public record Netns(String name) {
    /** Where {@code ip netns} keeps the handle that other tools can open. */
    public String path() {
        return "/run/netns/" + name;
    }

    /** The command line that runs {@code command} inside; the process started is {@code command} itself, not a wrapper. */
    public List<String> wrap(List<String> command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name));
        all.addAll(command);
        return all;
    }

    /** Runs a short program inside, which must succeed, and returns its output. */
    public String run(String... command) throws InterruptedException {
        return Command.run(wrap(List.of(command)));
    }

    /** Runs {@code ip} commands in one process, in order, up to the first that fails. */
    public void ip(List<String> lines) throws InterruptedException {
        Command.runWithInput(List.of("ip", "-n", name, "-batch", "-"), String.join("\n", lines) + "\n");
    }

    public void ip(String... lines) throws InterruptedException {
        ip(List.of(lines));
    }

    /** Runs {@code tc} commands in one process. */
    public void tc(List<String> lines) throws InterruptedException {
        Command.runWithInput(List.of("tc", "-n", name, "-batch", "-"), String.join("\n", lines) + "\n");
    }

    /** Sets kernel parameters, each as {@code key=value}. */
    public void sysctl(String... settings) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("sysctl", "-q", "-w"));
        command.addAll(List.of(settings));
        Command.run(wrap(command));
    }
}

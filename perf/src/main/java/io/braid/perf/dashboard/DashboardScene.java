package io.braid.perf.dashboard;

import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.MetricsScrape;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.report.Narrator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A host with four NICs and two tasks that send and get, one of whose links fails and returns while the dashboard is open in a browser.
 *
 * <p>The tasks ask for less than the NICs carry, so that the chart shows how what the lost one carried goes by the others.
 */
final class DashboardScene {
    private static final int UPLINKS = 4;
    private static final int TASKS = 2;
    private static final int FAILING = 1;
    /** A flow of each task and family begins at a time, as in a job, and not all at the same moment. */
    private static final int ROUND = 4;

    private static final int ROUNDS = 5;
    /** They begin when the link is back: flows that are there stay where they are. */
    private static final int NEW_ROUNDS = 3;

    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);
    private static final long OUT_BITS_PER_SECOND = 9_000_000;
    private static final long IN_BITS_PER_SECOND = 6_000_000;
    private static final Duration BEFORE = Duration.ofSeconds(25);
    private static final Duration WITHOUT = Duration.ofSeconds(25);
    private static final Duration AFTER = Duration.ofSeconds(50);
    private static final int SECONDS =
            Math.toIntExact(BEFORE.plus(WITHOUT).plus(AFTER).toSeconds()) + 120;
    private static final Duration UPLINK_LIMIT = Duration.ofSeconds(30);
    private static final int WIDTH = 1180;
    /** Before the page's own height is known. */
    private static final int HEIGHT = 1400;

    private static final List<String> SCHEMES = List.of("light", "dark");
    private static final URI PAGE = URI.create("http://127.0.0.1:9464/");

    private final Path directory;
    private final Narrator narrator;

    /** @param directory where pictures go */
    DashboardScene(Path directory, Narrator narrator) {
        this.directory = directory;
        this.narrator = narrator;
    }

    /** The files that are written: one for each colour scheme. */
    static List<Path> files(Path directory) {
        return SCHEMES.stream().map(scheme -> file(directory, scheme)).toList();
    }

    private static Path file(Path directory, String scheme) {
        return directory.resolve("dashboard-" + scheme + ".png");
    }

    /** Plays it, takes the pictures, and returns what the page's console complained of. */
    List<String> play() throws InterruptedException {
        LabPlan plan = new LabPlan(Lab.newTag(), UPLINKS, TASKS, Lab.DEFAULT_RATE, 1500);
        try (Lab lab = Lab.create(plan, Routing.BGP);
                var braid = new BraidHost(lab, yaml -> configured(plan, yaml))) {
            braid.start();
            for (int task = 1; task <= TASKS; task++) {
                braid.attach(task);
            }
            lab.rackSwitch().awaitTasks(TASKS);
            narrator.say("Braid forwards with %d NICs for %d tasks", UPLINKS, TASKS);
            try (var browser = new Chromium(
                    profile(lab), lab.log("chromium"), command -> plan.host().wrap(command))) {
                return watch(lab, braid, browser);
            }
        }
    }

    private static String configured(LabPlan plan, String yaml) {
        return yaml.replace("host: " + plan.tag(), "host: gpu-17") + MetricsScrape.WEB;
    }

    private static Path profile(Lab lab) {
        try {
            return Files.createDirectory(lab.directory().resolve("chromium"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> watch(Lab lab, BraidHost braid, Chromium browser) throws InterruptedException {
        browser.look(WIDTH, HEIGHT, SCHEMES.getFirst());
        browser.open(PAGE);
        browser.await("document.querySelectorAll('#uplink-table tbody tr .good').length >= " + UPLINKS);
        send(lab, ROUNDS);
        narrator.say("%d TCP flows each way; %d s until a link fails", ROUND * ROUNDS, BEFORE.toSeconds());
        Thread.sleep(BEFORE);
        lab.rackSwitch().linkDown(FAILING);
        braid.awaitUplinks(UPLINK_LIMIT);
        narrator.say("%s has failed; %d s until it is back", lab.plan().uplinkName(FAILING), WITHOUT.toSeconds());
        Thread.sleep(WITHOUT);
        lab.rackSwitch().linkUp(FAILING);
        braid.awaitUplinks(UPLINK_LIMIT);
        send(lab, NEW_ROUNDS);
        narrator.say(
                "it is back, with %d more flows each way; %d s until pictures", ROUND * NEW_ROUNDS, AFTER.toSeconds());
        Thread.sleep(AFTER);
        browser.await("document.querySelectorAll('#uplink-table .bad, #task-table .bad').length === 0");
        for (String scheme : SCHEMES) {
            takePicture(browser, scheme);
        }
        return browser.complaints();
    }

    /** Starts flows each way, which end with the lab. */
    private static void send(Lab lab, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            var transfers = new ArrayList<Transfer>();
            transfers.addAll(
                    Transfer.spread(lab.plan(), false, Transfer.Protocol.TCP, OUT_BITS_PER_SECOND, ROUND, SECONDS));
            transfers.addAll(
                    Transfer.spread(lab.plan(), true, Transfer.Protocol.TCP, IN_BITS_PER_SECOND, ROUND, SECONDS));
            Traffic.start(lab, transfers);
            Thread.sleep(BETWEEN_ROUNDS);
        }
    }

    private void takePicture(Chromium browser, String scheme) throws InterruptedException {
        browser.look(WIDTH, HEIGHT, scheme);
        int height = Integer.parseInt(browser.evaluate("document.documentElement.scrollHeight"));
        browser.look(WIDTH, height, scheme);
        // A second look at the host, so that all of the page has been drawn in these colours and this size.
        String before = browser.evaluate("document.querySelector('#summary').textContent");
        browser.await(String.format(Locale.ROOT, "document.querySelector('#summary').textContent !== '%s'", before));
        Path file = file(directory, scheme);
        try {
            Files.write(file, SmallPng.of(browser.screenshot()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        narrator.say("%s (%d x %d)", file, WIDTH, height);
    }
}

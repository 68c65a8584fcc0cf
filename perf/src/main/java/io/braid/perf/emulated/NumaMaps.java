package io.braid.perf.emulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code /proc/PID/numa_maps} (numa(7)): where the kernel put a process's pages. */
final class NumaMaps {
    private static final Pattern PAGES = Pattern.compile("N(\\d{1,4})=(\\d{1,15})");
    private static final Pattern PAGE_SIZE = Pattern.compile("kernelpagesize_kB=(\\d{1,9})");
    private static final Pattern BOUND = Pattern.compile("(?:bind|prefer)(?:=static|=relative)?:(\\d{1,4})");

    /**
     * One mapping.
     *
     * @param boundTo the one node that its pages were asked to be on (bound or preferred), -1 without such a policy
     * @param huge whether it is of hugepages
     * @param bytes by node, of the pages that are there
     */
    record Mapping(int boundTo, boolean huge, Map<Integer, Long> bytes) {
        Mapping {
            bytes = Map.copyOf(bytes);
        }

        /** Whether all of its pages are on that node. */
        boolean isWhereBound() {
            return bytes.keySet().stream().allMatch(node -> node == boundTo);
        }

        long total() {
            return bytes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private NumaMaps() {}

    /** The mappings that have pages. */
    static List<Mapping> parse(String text) {
        var mappings = new ArrayList<Mapping>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", -1);
            Matcher size = PAGE_SIZE.matcher(line);
            if (words.length < 2 || !size.find()) {
                continue; // no page yet
            }
            long pageBytes = Long.parseLong(size.group(1)) * 1024;
            Map<Integer, Long> bytes = new TreeMap<>();
            Matcher bound = BOUND.matcher(words[1]);
            boolean huge = false;
            for (String word : words) {
                Matcher pages = PAGES.matcher(word);
                if (pages.matches()) {
                    bytes.put(Integer.parseInt(pages.group(1)), Long.parseLong(pages.group(2)) * pageBytes);
                }
                huge |= word.equals("huge");
            }
            mappings.add(new Mapping(bound.matches() ? Integer.parseInt(bound.group(1)) : -1, huge, bytes));
        }
        return mappings;
    }

    /** Bytes of hugepages by node. */
    static Map<Integer, Long> hugeBytes(List<Mapping> mappings) {
        return sum(mappings.stream().filter(Mapping::huge).toList());
    }

    /** Bytes by node of mappings that are bound to one. */
    static Map<Integer, Long> boundBytes(List<Mapping> mappings) {
        return sum(mappings.stream().filter(mapping -> mapping.boundTo() >= 0).toList());
    }

    private static Map<Integer, Long> sum(List<Mapping> mappings) {
        Map<Integer, Long> sum = new TreeMap<>();
        mappings.forEach(mapping -> mapping.bytes().forEach((node, bytes) -> sum.merge(node, bytes, Long::sum)));
        return sum;
    }
}

package io.braid.perf.demo;

final class HtmlReport {
    private HtmlReport() {}

    static String of(DemoResult r) {
        return DemoTable.of(r);
    }
}

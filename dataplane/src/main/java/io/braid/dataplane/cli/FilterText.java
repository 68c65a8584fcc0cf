package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.look.BpfProgram;
import io.braid.linux.PcapCompiler;
import java.util.List;

/** Filters as people write them, made into what a running dataplane takes. */
final class FilterText {
    /** How options say what they take. */
    static final String HELP =
            "an expression as tcpdump takes it (pcap-filter(7)), such as 'host 10.100.0.1 and tcp port 443'";

    private FilterText() {}

    /**
     * Compiles a filter.
     *
     * @return a program as {@link BpfProgram#parse} reads it
     * @throws ControlException when it is none, or too much to be asked for each packet
     */
    static String compile(String filter) {
        try {
            List<BpfProgram.Instruction> code = PcapCompiler.load().compile(filter).stream()
                    .map(one -> new BpfProgram.Instruction(one.code(), one.jt(), one.jf(), one.k()))
                    .toList();
            return BpfProgram.of(code).toText();
        } catch (PcapCompiler.PcapException | BpfProgram.BadProgramException e) {
            throw new ControlException(Kind.BAD_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }
}

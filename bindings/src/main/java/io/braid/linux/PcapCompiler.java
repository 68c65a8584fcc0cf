package io.braid.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a filter as tcpdump takes it (pcap-filter(7)) into classic BPF, by libpcap.
 *
 * <p>libpcap looks names up, which may take seconds, and its parser is C: so this is for the command line's process and not for the dataplane's, which takes the instructions. One
 * thread at a time; libpcap is not made for more.
 */
public final class PcapCompiler {
    /** The longest text that is handed to libpcap: its parser's memory grows with it. */
    public static final int MOST_CHARS = 4096;

    private static final String LIBRARY = "libpcap.so.0.8";
    private static final int ETHERNET = 1; // DLT_EN10MB
    private static final int SNAPLEN = 65_535;
    private static final int NETMASK_UNKNOWN = 0xffff_ffff;
    private static final int MOST_ERROR_BYTES = 256; // PCAP_ERRBUF_SIZE

    /** {@code struct bpf_program}. */
    private static final StructLayout PROGRAM =
            MemoryLayout.structLayout(JAVA_INT.withName("bf_len"), MemoryLayout.paddingLayout(4), ADDRESS);

    private static final long INSTRUCTIONS = 8;

    /** {@code struct bpf_insn}: code (2), jt, jf (1 each), k (4). */
    private static final long INSTRUCTION_BYTES = 8;

    private final MethodHandle openDead;
    private final MethodHandle compile;
    private final MethodHandle error;
    private final MethodHandle free;
    private final MethodHandle close;

    /**
     * An instruction.
     *
     * @param code operation, 0 to 65535
     * @param jt instructions to jump over if the condition holds, 0 to 255
     * @param jf and if not
     * @param k constant, unsigned
     */
    public record Instruction(int code, int jt, int jf, int k) {}

    /** A filter is none, or libpcap is not here; the message says which, for an operator. */
    public static final class PcapException extends Exception {
        private static final long serialVersionUID = 1;

        PcapException(String message) {
            super(message);
        }
    }

    private PcapCompiler(SymbolLookup libpcap) {
        openDead = bind(libpcap, "pcap_open_dead", FunctionDescriptor.of(ADDRESS, JAVA_INT, JAVA_INT));
        compile = bind(
                libpcap,
                "pcap_compile",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT));
        error = bind(libpcap, "pcap_geterr", FunctionDescriptor.of(ADDRESS, ADDRESS));
        free = bind(libpcap, "pcap_freecode", FunctionDescriptor.ofVoid(ADDRESS));
        close = bind(libpcap, "pcap_close", FunctionDescriptor.ofVoid(ADDRESS));
    }

    private static MethodHandle bind(SymbolLookup libpcap, String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(libpcap.findOrThrow(name), type);
    }

    /**
     * Finds libpcap.
     *
     * @throws PcapException when it is not installed
     */
    public static PcapCompiler load() throws PcapException {
        try {
            return new PcapCompiler(SymbolLookup.libraryLookup(LIBRARY, Arena.global()));
        } catch (IllegalArgumentException missing) {
            throw new PcapException(
                    "filters need libpcap, and " + LIBRARY + " is not here: apt-get install libpcap0.8");
        }
    }

    /**
     * Compiles a filter for Ethernet frames, optimized.
     *
     * @throws PcapException when it is none; the message has libpcap's own words, and where it stops to make sense
     */
    public List<Instruction> compile(String filter) throws PcapException {
        if (filter.length() > MOST_CHARS) {
            throw new PcapException(
                    "the filter has " + filter.length() + " characters; at most " + MOST_CHARS + " are possible");
        }
        if (filter.indexOf('\0') >= 0) {
            throw new PcapException("the filter has a zero character");
        }
        try (Arena arena = Arena.ofConfined()) {
            var pcap = (MemorySegment) openDead.invokeExact(ETHERNET, SNAPLEN);
            if (pcap.equals(MemorySegment.NULL)) {
                throw new PcapException("libpcap has no memory");
            }
            try {
                MemorySegment program = arena.allocate(PROGRAM);
                if (!compiles(pcap, program, arena.allocateFrom(filter))) {
                    var text = (MemorySegment) error.invokeExact(pcap);
                    String words =
                            text.reinterpret(MOST_ERROR_BYTES).getString(0).strip();
                    // An unknown name is said already, and to look it up again takes long.
                    throw new PcapException(
                            words.contains("unknown")
                                    ? "the filter is none: " + words
                                    : complaint(filter, words, sense(pcap, program, filter)));
                }
                List<Instruction> instructions = read(program);
                free.invokeExact(program);
                return instructions;
            } finally {
                close.invokeExact(pcap);
            }
        } catch (PcapException e) {
            throw e;
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    private boolean compiles(MemorySegment pcap, MemorySegment program, MemorySegment filter) throws Throwable {
        return (int) compile.invokeExact(pcap, program, filter, 1, NETMASK_UNKNOWN) == 0;
    }

    /** The length of the longest beginning of the filter, in whole words, that is a filter by itself, of some that are tried. */
    private int sense(MemorySegment pcap, MemorySegment program, String filter) throws Throwable {
        int tries = 32;
        for (int end = lastWord(filter, filter.length()); end > 0 && tries > 0; end = lastWord(filter, end), tries--) {
            try (Arena arena = Arena.ofConfined()) {
                if (compiles(pcap, program, arena.allocateFrom(filter.substring(0, end)))) {
                    free.invokeExact(program);
                    return end;
                }
            }
        }
        return 0;
    }

    /** Where the last word before {@code end} begins, without the blanks in front of it. */
    private static int lastWord(String filter, int end) {
        int begin = filter.lastIndexOf(' ', end - 1);
        while (begin > 0 && filter.charAt(begin - 1) == ' ') {
            begin--;
        }
        return begin;
    }

    private static String complaint(String filter, String words, int sense) {
        int column = sense;
        while (column < filter.length() && filter.charAt(column) == ' ') {
            column++;
        }
        String rest = filter.substring(column);
        return "the filter is none: " + words + "; from column " + (column + 1) + " on it cannot be understood: "
                + (rest.length() > 60 ? rest.substring(0, 60) + "..." : rest)
                + "\nexpected an expression of pcap-filter(7), such as: host 10.100.0.1 and tcp port 443";
    }

    private static List<Instruction> read(MemorySegment program) {
        int count = program.get(JAVA_INT, 0);
        MemorySegment code = program.get(ADDRESS, INSTRUCTIONS).reinterpret(count * INSTRUCTION_BYTES);
        var all = new ArrayList<Instruction>(count);
        for (int i = 0; i < count; i++) {
            long at = i * INSTRUCTION_BYTES;
            all.add(new Instruction(
                    Short.toUnsignedInt(code.get(JAVA_SHORT, at)),
                    Byte.toUnsignedInt(code.get(JAVA_BYTE, at + 2)),
                    Byte.toUnsignedInt(code.get(JAVA_BYTE, at + 3)),
                    code.get(ValueLayout.JAVA_INT, at + 4)));
        }
        return all;
    }
}

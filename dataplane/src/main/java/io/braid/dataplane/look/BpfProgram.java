package io.braid.dataplane.look;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A classic BPF program (S. McCanne, V. Jacobson: The BSD Packet Filter, 1993) that is known to end and to touch nothing but its packet and its own memory.
 *
 * @param instructions 1 to {@link #MOST_INSTRUCTIONS}
 */
public record BpfProgram(List<BpfProgram.Instruction> instructions) {
    /** What a worker is to do for each packet is bounded by this; and the JIT compiles no method of more than 8000 bytes of bytecode. */
    public static final int MOST_INSTRUCTIONS = 256;

    /** Words of memory that a program has. */
    static final int MEMORY = 16;

    private static final Pattern INSTRUCTION = Pattern.compile("([0-9]{1,5}) ([0-9]{1,3}) ([0-9]{1,3}) ([0-9]{1,10})");

    /**
     * An instruction; see linux/filter.h.
     *
     * @param code operation
     * @param jt instructions to jump over if the condition holds
     * @param jf and if not
     * @param k constant, unsigned
     */
    public record Instruction(int code, int jt, int jf, int k) {}

    /** The program is none, or one that is not taken here; the message says why. */
    public static final class BadProgramException extends Exception {
        private static final long serialVersionUID = 1;

        BadProgramException(String message) {
            super(message);
        }
    }

    public BpfProgram {
        instructions = List.copyOf(instructions);
    }

    /**
     * Checks a program.
     *
     * @throws BadProgramException for one that is too long, may not end, or has what classic BPF has not
     */
    public static BpfProgram of(List<Instruction> instructions) throws BadProgramException {
        int count = instructions.size();
        checkCount(count);
        for (int i = 0; i < count; i++) {
            check(instructions.get(i), i, count);
        }
        if ((instructions.getLast().code() & 7) != Bpf.RET) {
            throw new BadProgramException("the filter's last instruction is no return");
        }
        return new BpfProgram(instructions);
    }

    private static void checkCount(int count) throws BadProgramException {
        if (count < 1 || count > MOST_INSTRUCTIONS) {
            throw new BadProgramException("the filter takes " + count + " instructions of 1 to " + MOST_INSTRUCTIONS
                    + " that are possible for each packet; ask for less");
        }
    }

    private static void check(Instruction one, int i, int count) throws BadProgramException {
        if (!Bpf.isKnown(one.code())) {
            throw new BadProgramException(
                    "instruction " + i + " of the filter: there is no operation " + one.code() + " in classic BPF");
        }
        long k = Integer.toUnsignedLong(one.k());
        int kind = one.code() & 7;
        boolean bad = switch (kind) {
            // Linux has more behind these offsets, which is of sockets and not of packets.
            case Bpf.LD, Bpf.LDX ->
                (one.code() & 0xe0) == Bpf.MEM
                        ? k >= MEMORY
                        : (one.code() & 0xe0) != Bpf.IMM && k > Short.MAX_VALUE * 2L + 1;
            case Bpf.ST, Bpf.STX -> k >= MEMORY;
            case Bpf.JMP ->
                (one.code() & 0xf0) == Bpf.JA
                        ? i + 1 + k >= count
                        : i + 1 + one.jt() >= count || i + 1 + one.jf() >= count;
            case Bpf.ALU -> isDivisionByZero(one);
            default -> false;
        };
        if (bad) {
            throw new BadProgramException("instruction " + i + " of the filter (" + one.code() + " " + one.jt() + " "
                    + one.jf() + " " + k + ") reaches for what is not there");
        }
    }

    private static boolean isDivisionByZero(Instruction one) {
        int operation = one.code() & 0xf0;
        return (operation == Bpf.DIV || operation == Bpf.MOD) && (one.code() & Bpf.X) == 0 && one.k() == 0;
    }

    /**
     * Reads a program as {@code tcpdump -ddd} writes it, with commas for line ends, as iptables takes it: {@code 4,40 0 0 12,21 0 1 2048,6 0 0 1,6 0 0 0}.
     *
     * @throws BadProgramException as {@link #of} does, and when the text is no such
     */
    public static BpfProgram parse(String text) throws BadProgramException {
        String[] parts = text.split(",", MOST_INSTRUCTIONS + 2);
        if (!parts[0].matches("[0-9]{1,5}")) {
            throw new BadProgramException("a filter begins with the number of its instructions");
        }
        int count = Integer.parseInt(parts[0]);
        checkCount(count);
        if (count != parts.length - 1) {
            throw new BadProgramException(
                    "the filter says it has " + count + " instructions and has " + (parts.length - 1));
        }
        var all = new ArrayList<Instruction>();
        for (int i = 1; i <= count; i++) {
            Matcher one = INSTRUCTION.matcher(parts[i]);
            if (!one.matches() || Long.parseLong(one.group(4)) > 0xffff_ffffL) {
                throw new BadProgramException("instruction " + (i - 1) + " of the filter is none");
            }
            all.add(new Instruction(
                    Integer.parseInt(one.group(1)),
                    Integer.parseInt(one.group(2)),
                    Integer.parseInt(one.group(3)),
                    (int) Long.parseLong(one.group(4))));
        }
        return of(all);
    }

    /** The same for packets. */
    public PacketFilter toFilter() {
        return BpfCompiler.compile(this);
    }

    /** As {@link #parse} reads it. */
    public String toText() {
        var text = new StringBuilder().append(instructions.size());
        for (Instruction one : instructions) {
            text.append(',')
                    .append(one.code())
                    .append(' ')
                    .append(one.jt())
                    .append(' ')
                    .append(one.jf())
                    .append(' ')
                    .append(Integer.toUnsignedString(one.k()));
        }
        return text.toString();
    }
}

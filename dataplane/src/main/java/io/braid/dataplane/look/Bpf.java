package io.braid.dataplane.look;

/**
 * The numbers of classic BPF (linux/filter.h, linux/bpf_common.h).
 *
 * <pre>
 *   code   bits 0-2 class   load, store: bits 3-4 size, 5-7 mode   arithmetic, jump: bit 3 operand (K or X), 4-7 operation
 * </pre>
 */
final class Bpf {
    static final int LD = 0;
    static final int LDX = 1;
    static final int ST = 2;
    static final int STX = 3;
    static final int ALU = 4;
    static final int JMP = 5;
    static final int RET = 6;
    static final int MISC = 7;

    static final int W = 0x00;
    static final int H = 0x08;
    static final int B = 0x10;

    static final int IMM = 0x00;
    static final int ABS = 0x20;
    static final int IND = 0x40;
    static final int MEM = 0x60;
    static final int LEN = 0x80;
    static final int MSH = 0xa0;

    static final int ADD = 0x00;
    static final int SUB = 0x10;
    static final int MUL = 0x20;
    static final int DIV = 0x30;
    static final int OR = 0x40;
    static final int AND = 0x50;
    static final int LSH = 0x60;
    static final int RSH = 0x70;
    static final int NEG = 0x80;
    static final int MOD = 0x90;
    static final int XOR = 0xa0;

    static final int JA = 0x00;
    static final int JEQ = 0x10;
    static final int JGT = 0x20;
    static final int JGE = 0x30;
    static final int JSET = 0x40;

    static final int X = 0x08;

    static final int RET_A = 0x10;
    static final int TAX = 0x00;
    static final int TXA = 0x80;

    private Bpf() {}

    /** Whether there is such an operation. */
    static boolean isKnown(int code) {
        return switch (code & 7) {
            case LD -> isLoad(code);
            case LDX -> code == (LDX | IMM) || code == (LDX | MEM) || code == (LDX | LEN) || code == (LDX | MSH | B);
            case ST -> code == ST;
            case STX -> code == STX;
            case ALU -> code <= 0xff && (code & 0xf0) <= XOR && !(code == (ALU | NEG | X));
            case JMP -> code <= 0xff && (code & 0xf0) <= JSET && !(code == (JMP | JA | X));
            case RET -> code == RET || code == (RET | RET_A);
            case MISC -> code == (MISC | TAX) || code == (MISC | TXA);
            default -> false;
        };
    }

    private static boolean isLoad(int code) {
        int mode = code & 0xe0;
        return code <= 0xff
                && switch (mode) {
                    case ABS, IND -> (code & 0x18) != 0x18;
                    case IMM, MEM, LEN -> (code & 0x18) == W;
                    default -> false;
                };
    }
}

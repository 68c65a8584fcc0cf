package io.braid.dataplane.look;

import static io.braid.dataplane.look.BpfProgram.Instruction;

import io.braid.dpdk.Memory;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * The bytecodes of a BPF program as one method, a few for each instruction: {@code static boolean (long data, int present, int length)}. For {@link BpfCompiler}, which makes the class around it.
 *
 * <p>Each load is compared with the bytes that are present, but for those by fixed offsets where the caller has done so for all of them.
 */
final class BpfMethod {
    private static final ClassDesc SELF = ClassDesc.of(BpfMethod.class.getName());
    private static final ClassDesc MEMORY = ClassDesc.of(Memory.class.getName());
    private static final ClassDesc INTEGER = ClassDesc.of(Integer.class.getName());
    private static final MethodTypeDesc READ = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long);
    private static final MethodTypeDesc READ_LONG = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long);
    private static final MethodTypeDesc BINARY =
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int);

    // Local variables.
    private static final int DATA = 0;
    private static final int PRESENT = 2;
    private static final int LENGTH = 3;
    private static final int A = 4;
    private static final int X = 5;
    private static final int OFFSET = 6;
    private static final int FIRST_WORD = 8;

    private static final long UNSIGNED = 0xffff_ffffL;

    private final CodeBuilder code;
    private final Label fails;
    /** Whether fixed offsets are to be compared with the bytes that are present. */
    private final boolean checks;

    BpfMethod(CodeBuilder code, boolean checks) {
        this.code = code;
        this.checks = checks;
        this.fails = code.newLabel();
    }

    /** Writes all of it. */
    void program(BpfProgram program) {
        code.lload(DATA).invokestatic(MEMORY, "inRange", READ_LONG).lstore(DATA);
        code.iconst_0().istore(A).iconst_0().istore(X);
        for (int word : program.instructions().stream()
                .filter(BpfMethod::usesMemory)
                .mapToInt(Instruction::k)
                .distinct()
                .toArray()) {
            code.iconst_0().istore(FIRST_WORD + word);
        }
        int count = program.instructions().size();
        var labels = new Label[count];
        for (int i = 0; i < count; i++) {
            labels[i] = code.newLabel();
        }
        for (int i = 0; i < count; i++) {
            code.labelBinding(labels[i]);
            instruction(program.instructions().get(i), labels, i);
        }
        code.labelBinding(fails).iconst_0().ireturn();
    }

    private static boolean usesMemory(Instruction one) {
        int kind = one.code() & 7;
        return kind == Bpf.ST || kind == Bpf.STX || (kind <= Bpf.LDX && (one.code() & 0xe0) == Bpf.MEM);
    }

    private void instruction(Instruction one, Label[] labels, int i) {
        switch (one.code() & 7) {
            case Bpf.LD -> load(one, A);
            case Bpf.LDX -> load(one, X);
            case Bpf.ST -> code.iload(A).istore(FIRST_WORD + one.k());
            case Bpf.STX -> code.iload(X).istore(FIRST_WORD + one.k());
            case Bpf.ALU -> arithmetic(one);
            case Bpf.JMP -> jump(one, labels, i);
            case Bpf.RET -> returns(one);
            default -> {
                boolean toX = one.code() == (Bpf.MISC | Bpf.TAX);
                code.iload(toX ? A : X).istore(toX ? X : A);
            }
        }
    }

    private void load(Instruction one, int into) {
        switch (one.code() & 0xe0) {
            case Bpf.IMM -> code.loadConstant(one.k());
            case Bpf.MEM -> code.iload(FIRST_WORD + one.k());
            case Bpf.LEN -> code.iload(LENGTH);
            case Bpf.MSH -> {
                fixed(one.k(), 1);
                read(Bpf.B);
                code.bipush(0xf).iand().iconst_2().ishl();
            }
            case Bpf.ABS -> {
                fixed(one.k(), bytes(one.code()));
                read(one.code() & 0x18);
            }
            default -> {
                indirect(Integer.toUnsignedLong(one.k()), bytes(one.code()));
                read(one.code() & 0x18);
            }
        }
        code.istore(into);
    }

    /** How many bytes a load reads. */
    static int bytes(int operation) {
        return switch (operation & 0x18) {
            case Bpf.W -> 4;
            case Bpf.H -> 2;
            default -> 1;
        };
    }

    /** Leaves the address of bytes at an offset, if they are there. */
    private void fixed(int offset, int bytes) {
        if (checks) {
            code.iload(PRESENT).loadConstant(offset + bytes).if_icmplt(fails);
        }
        code.lload(DATA).loadConstant((long) offset).ladd();
    }

    /** Leaves the address of bytes at an offset from X. */
    private void indirect(long offset, int bytes) {
        code.iload(X)
                .i2l()
                .loadConstant(UNSIGNED)
                .land()
                .loadConstant(offset)
                .ladd()
                .lstore(OFFSET);
        code.lload(OFFSET)
                .loadConstant((long) bytes)
                .ladd()
                .iload(PRESENT)
                .i2l()
                .lcmp()
                .ifgt(fails);
        code.lload(DATA).lload(OFFSET).ladd();
    }

    private void read(int size) {
        code.invokestatic(
                MEMORY,
                switch (size) {
                    case Bpf.W -> "getIntBe";
                    case Bpf.H -> "getShortBe";
                    default -> "getByte";
                },
                READ);
    }

    private void operand(Instruction one) {
        if ((one.code() & Bpf.X) != 0) {
            code.iload(X);
        } else {
            code.loadConstant(one.k());
        }
    }

    private void arithmetic(Instruction one) {
        int operation = one.code() & 0xf0;
        if (operation == Bpf.NEG) {
            code.iload(A).ineg().istore(A);
            return;
        }
        boolean divides = operation == Bpf.DIV || operation == Bpf.MOD;
        if (divides && (one.code() & Bpf.X) != 0) {
            code.iload(X).ifeq(fails);
        }
        code.iload(A);
        operand(one);
        switch (operation) {
            case Bpf.ADD -> code.iadd();
            case Bpf.SUB -> code.isub();
            case Bpf.MUL -> code.imul();
            case Bpf.DIV -> code.invokestatic(INTEGER, "divideUnsigned", BINARY);
            case Bpf.MOD -> code.invokestatic(INTEGER, "remainderUnsigned", BINARY);
            case Bpf.OR -> code.ior();
            case Bpf.AND -> code.iand();
            case Bpf.XOR -> code.ixor();
            case Bpf.LSH -> code.invokestatic(SELF, "shiftLeft", BINARY);
            default -> code.invokestatic(SELF, "shiftRight", BINARY);
        }
        code.istore(A);
    }

    private void jump(Instruction one, Label[] labels, int i) {
        int operation = one.code() & 0xf0;
        if (operation == Bpf.JA) {
            code.goto_(labels[i + 1 + one.k()]);
            return;
        }
        Label holds = labels[i + 1 + one.jt()];
        Label not = labels[i + 1 + one.jf()];
        code.iload(A);
        operand(one);
        // The branch that is not the next instruction is taken, so that most jumps are one.
        boolean falls = one.jt() == 0;
        Label target = falls ? not : holds;
        switch (operation) {
            case Bpf.JEQ -> code.branch(falls ? Opcode.IF_ICMPNE : Opcode.IF_ICMPEQ, target);
            case Bpf.JGT ->
                code.invokestatic(INTEGER, "compareUnsigned", BINARY).branch(falls ? Opcode.IFLE : Opcode.IFGT, target);
            case Bpf.JGE ->
                code.invokestatic(INTEGER, "compareUnsigned", BINARY).branch(falls ? Opcode.IFLT : Opcode.IFGE, target);
            default -> code.iand().branch(falls ? Opcode.IFEQ : Opcode.IFNE, target);
        }
        if (!falls && one.jf() != 0) {
            code.goto_(not);
        }
    }

    private void returns(Instruction one) {
        if (one.code() == Bpf.RET) {
            code.loadConstant(one.k() == 0 ? 0 : 1).ireturn();
        } else {
            Label none = code.newLabel();
            code.iload(A)
                    .ifeq(none)
                    .iconst_1()
                    .ireturn()
                    .labelBinding(none)
                    .iconst_0()
                    .ireturn();
        }
    }

    /** As C leaves undefined and BPF does not. */
    static int shiftLeft(int value, int bits) {
        return Integer.compareUnsigned(bits, Integer.SIZE) < 0 ? value << bits : 0;
    }

    static int shiftRight(int value, int bits) {
        return Integer.compareUnsigned(bits, Integer.SIZE) < 0 ? value >>> bits : 0;
    }
}

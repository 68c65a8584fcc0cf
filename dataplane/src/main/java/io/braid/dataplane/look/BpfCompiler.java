package io.braid.dataplane.look;

import static io.braid.dataplane.look.BpfProgram.Instruction;

import io.braid.dpdk.Memory;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;

/**
 * Makes a {@link PacketFilter} of a BPF program: a class with one method, in which each instruction is a few bytecodes, so that the JIT makes of it what a BPF JIT would. Interpreted, a
 * filter of seven instructions costs about what the whole way through the graph costs.
 *
 * <p>The JVM verifies the method, and each load is compared with the bytes that are present, so a program can neither crash nor read elsewhere. The class goes when nobody has the
 * filter any more.
 */
final class BpfCompiler {
    private static final ClassDesc SELF = ClassDesc.of(BpfCompiler.class.getName());
    private static final ClassDesc MEMORY = ClassDesc.of(Memory.class.getName());
    private static final ClassDesc INTEGER = ClassDesc.of(Integer.class.getName());
    private static final MethodTypeDesc READ = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long);
    private static final MethodTypeDesc BINARY =
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc MATCHES = MethodTypeDesc.of(
            ConstantDescs.CD_boolean, ConstantDescs.CD_long, ConstantDescs.CD_int, ConstantDescs.CD_int);

    // Local variables of the method, behind "this".
    private static final int DATA = 1;
    private static final int PRESENT = 3;
    private static final int LENGTH = 4;
    private static final int A = 5;
    private static final int X = 6;
    private static final int OFFSET = 7;
    private static final int FIRST_WORD = 9;

    private static final long UNSIGNED = 0xffff_ffffL;

    private final CodeBuilder code;
    private final Label fails;

    private BpfCompiler(CodeBuilder code) {
        this.code = code;
        this.fails = code.newLabel();
    }

    /** Makes a filter. */
    static PacketFilter compile(BpfProgram program) {
        String name = BpfCompiler.class.getPackageName() + ".CompiledFilter";
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type -> type.withFlags(AccessFlag.FINAL)
                                .withInterfaceSymbols(ClassDesc.of(PacketFilter.class.getName()))
                                .withMethodBody(
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void,
                                        0,
                                        code -> code.aload(0)
                                                .invokespecial(
                                                        ConstantDescs.CD_Object,
                                                        ConstantDescs.INIT_NAME,
                                                        ConstantDescs.MTD_void)
                                                .return_())
                                .withMethodBody(
                                        "matches",
                                        MATCHES,
                                        ClassFile.ACC_PUBLIC,
                                        code -> new BpfCompiler(code).program(program)));
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(bytes, true);
            return (PacketFilter) hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable t) {
            throw new IllegalStateException("a checked BPF program does not compile: " + program.toText(), t);
        }
    }

    private void program(BpfProgram program) {
        for (int local = A; local < FIRST_WORD + BpfProgram.MEMORY; local++) {
            if (local != OFFSET && local != OFFSET + 1) {
                code.iconst_0().istore(local);
            }
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

    private static int bytes(int operation) {
        return switch (operation & 0x18) {
            case Bpf.W -> 4;
            case Bpf.H -> 2;
            default -> 1;
        };
    }

    /** Leaves the address of bytes at an offset, if they are there. */
    private void fixed(int offset, int bytes) {
        code.iload(PRESENT).loadConstant(offset + bytes).if_icmplt(fails);
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
        code.iload(A);
        operand(one);
        switch (operation) {
            case Bpf.JEQ -> code.if_icmpeq(holds);
            case Bpf.JGT ->
                code.invokestatic(INTEGER, "compareUnsigned", BINARY).ifgt(holds);
            case Bpf.JGE ->
                code.invokestatic(INTEGER, "compareUnsigned", BINARY).ifge(holds);
            default -> code.iand().ifne(holds);
        }
        if (one.jf() != 0) {
            code.goto_(labels[i + 1 + one.jf()]);
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

package io.braid.dataplane.look;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
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
 * Makes a {@link PacketFilter} of a BPF program: a class with the program as a method ({@link BpfMethod}), in which each instruction is a few bytecodes, so that the JIT makes of it what a BPF JIT would. Interpreted, a
 * filter of seven instructions costs about what the whole way through the graph costs.
 *
 * <p>The JVM verifies the method, and each load is compared with the bytes that are present, so a program can neither crash nor read elsewhere. The class goes when nobody has the
 * filter any more.
 */
final class BpfCompiler {
    private static final ClassDesc MEMORY = ClassDesc.of(Memory.class.getName());
    private static final MethodTypeDesc READ = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long);
    private static final MethodTypeDesc MATCHES = MethodTypeDesc.of(
            ConstantDescs.CD_boolean, ConstantDescs.CD_long, ConstantDescs.CD_int, ConstantDescs.CD_int);

    private static final MethodTypeDesc MATCH_ALL =
            MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_int);
    private static final MethodTypeDesc READ_LONG = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long);
    private static final ClassDesc PACKET = ClassDesc.of(Packet.class.getName());
    private static final ClassDesc FILTER = ClassDesc.of(BpfCompiler.class.getPackageName() + ".CompiledFilter");
    private static final int STATIC = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC;
    /** The program itself. */
    private static final String RUN = "run";
    /** The same for packets that have every byte that it looks at by a fixed offset. */
    private static final String RUN_LONG = "runLong";

    private BpfCompiler() {}

    /** Makes a filter. */
    static PacketFilter compile(BpfProgram program) {
        byte[] bytes = ClassFile.of()
                .build(
                        FILTER,
                        type -> type.withFlags(AccessFlag.FINAL)
                                .withInterfaceSymbols(ClassDesc.of(PacketFilter.class.getName()))
                                .withMethodBody(
                                        ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, 0, BpfCompiler::constructor)
                                .withMethodBody(
                                        RUN, MATCHES, STATIC, code -> new BpfMethod(code, true).program(program))
                                .withMethodBody(
                                        RUN_LONG, MATCHES, STATIC, code -> new BpfMethod(code, false).program(program))
                                .withMethodBody("matches", MATCHES, ClassFile.ACC_PUBLIC, BpfCompiler::one)
                                .withMethodBody(
                                        "matchAll",
                                        MATCH_ALL,
                                        ClassFile.ACC_PUBLIC,
                                        code -> all(code, reach(program))));
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(bytes, true);
            return (PacketFilter) hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable t) {
            throw new IllegalStateException("a checked BPF program does not compile: " + program.toText(), t);
        }
    }

    private static void constructor(CodeBuilder code) {
        code.aload(0)
                .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_();
    }

    private static void one(CodeBuilder code) {
        code.lload(1).iload(3).iload(4).invokestatic(FILTER, RUN, MATCHES).ireturn();
    }

    /** The end of the bytes that a program looks at by fixed offsets. */
    private static int reach(BpfProgram program) {
        return program.instructions().stream()
                .filter(one -> isFixed(one.code()))
                .mapToInt(one -> one.k() + BpfMethod.bytes(one.code()))
                .max()
                .orElse(0);
    }

    private static boolean isFixed(int operation) {
        int mode = operation & 0xe0;
        return ((operation & 7) == Bpf.LD && mode == Bpf.ABS) || ((operation & 7) == Bpf.LDX && mode == Bpf.MSH);
    }

    /** {@code for (int i = 0; i < count; i++) if (run(data, dataLength, length)) mask |= 1L << i;}, with either program, by the length. */
    private static void all(CodeBuilder code, int reach) {
        int packets = 1;
        int count = 3;
        int i = 4;
        int mask = 5;
        int packet = 7;
        Label again = code.newLabel();
        Label next = code.newLabel();
        Label end = code.newLabel();
        Label small = code.newLabel();
        Label done = code.newLabel();
        code.lconst_0().lstore(mask).iconst_0().istore(i);
        code.labelBinding(again).iload(i).iload(count).if_icmpge(end);
        code.lload(packets).iload(i).i2l().iconst_3().lshl().ladd();
        code.invokestatic(MEMORY, "getLong", READ_LONG)
                .invokestatic(MEMORY, "inRange", READ_LONG)
                .lstore(packet);
        code.lload(packet).invokestatic(PACKET, "data", READ_LONG);
        code.lload(packet).invokestatic(PACKET, "dataLength", READ);
        code.lload(packet).invokestatic(PACKET, "length", READ);
        code.lload(packet)
                .invokestatic(PACKET, "dataLength", READ)
                .loadConstant(reach)
                .if_icmplt(small);
        code.invokestatic(FILTER, RUN_LONG, MATCHES).goto_(done);
        code.labelBinding(small).invokestatic(FILTER, RUN, MATCHES);
        code.labelBinding(done).ifeq(next);
        code.lload(mask).lconst_1().iload(i).lshl().lor().lstore(mask);
        code.labelBinding(next).iinc(i, 1).goto_(again);
        code.labelBinding(end).lload(mask).lreturn();
    }
}

# What the emulated host is asked to do, as functions of bash. The first process (agent.sh) runs scripts that begin with this one.
#
# BRAID_CLASSPATH and BRAID_AOT come from the host that made the share.

readonly LIB=/tmp/lib CONFIG=/tmp/host.yaml BRAID_LOG=/tmp/braid.log PCI=/sys/bus/pci
readonly PAGES=hugepages/hugepages-2048kB

fail() { echo "$*" >&2; exit 1; }

# pages NODE COUNT: reserves hugepages of 2 MiB there.
pages() {
    echo "$2" >"/sys/devices/system/node/node$1/$PAGES/nr_hugepages"
    [[ $(<"/sys/devices/system/node/node$1/$PAGES/nr_hugepages") == "$2" ]] || fail "node $1 has no $2 hugepages"
}

# prepare PAGES-PER-NODE: modules, hugepages, and Braid's jars where reading is fast.
prepare() {
    local node
    modprobe -a vfio-pci tun vhost_net || fail "kernel modules are missing"
    for node in /sys/devices/system/node/node[0-9]*; do pages "${node##*node}" "$1"; done
    mkdir -p "$LIB"
    # With their times: the start-up cache holds for these files only.
    cp -p /share/lib/* "$LIB/" || fail "cannot copy the jars"
}

# give DRIVER ADDRESS...: gives NICs to vfio-pci, or with "kernel" back to the kernel's drivers.
give() {
    local driver=$1 address device
    shift
    # Not earlier: they would take NICs that are meant for vfio-pci.
    [[ $driver == kernel ]] && modprobe -a virtio_net igb
    for address in "$@"; do
        device=$PCI/devices/$address
        [[ -e $device/driver ]] && echo "$address" >"$device/driver/unbind"
        [[ $driver == kernel ]] && echo >"$device/driver_override" || echo "$driver" >"$device/driver_override"
        echo "$address" >"$PCI/drivers_probe"
        [[ -e $device/driver ]] || fail "no driver took $address"
        echo "$address $(basename "$(readlink "$device/driver")")"
    done
}

# The JVM as the launcher starts it; on an emulated CPU compiling costs more than it gains.
jvm() {
    local cache=()
    [[ -n $BRAID_AOT ]] && cache=(-XX:AOTCache="$LIB/$BRAID_AOT")
    exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx128m -Xss512k -XX:+UseSerialGC \
        -XX:+UseCompactObjectHeaders -XX:-UsePerfData -Xlog:disable -Xlog:all=warning:stderr "-Xlog:aot*=off,cds*=off:stderr" \
        -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=3 "${cache[@]}" -cp "$BRAID_CLASSPATH" "$@"
}

braid() { (jvm io.braid.perf.Main "$@"); }

# Starts the dataplane and does not wait.
braid_start() {
    export -f jvm
    export JAVA_HOME LIB BRAID_AOT BRAID_CLASSPATH
    setsid bash -c 'jvm io.braid.perf.Main run -c /tmp/host.yaml' >"$BRAID_LOG" 2>&1 </dev/null &
    echo $! >/tmp/braid.pid
}

# Ends it as a service manager would.
braid_stop() {
    local pid=$(</tmp/braid.pid) i
    kill -TERM "$pid" 2>/dev/null || fail "braid was not running: $(tail -n 20 "$BRAID_LOG")"
    for i in {1..200}; do
        [[ -d /proc/$pid ]] || return 0
        sleep 0.1
    done
    kill -KILL "$pid"
    fail "braid did not end within 20 s: $(tail -n 20 "$BRAID_LOG")"
}

# api METHOD PATH [BODY]: asks the dataplane.
api() {
    curl -sS --max-time 20 --unix-socket /run/braid/control.sock -X "$1" -H 'Content-Type: application/json' \
        ${3:+--data "$3"} "http://braid$2"
}

# task NAME CPUS: a container's namespace with a process that is pinned to CPUs.
task() {
    ip netns add "$1" && ip -n "$1" link set lo up || fail "cannot make namespace $1"
    ip netns exec "$1" taskset -c "$2" sleep infinity >/dev/null 2>&1 </dev/null &
}

# datagrams NAMESPACE ADDRESS FIRST-PORT FLOWS PACKETS: flows of UDP to one port each, PACKETS of each.
datagrams() {
    ip netns exec "$1" python3 - "$2" "$3" "$4" "$5" <<'PYTHON'
import socket, sys, time
address, first, flows, packets = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
family = socket.AF_INET6 if ":" in address else socket.AF_INET
sockets = [socket.socket(family, socket.SOCK_DGRAM) for _ in range(flows)]
for _ in range(packets):
    for i, s in enumerate(sockets):
        s.sendto(b"x" * 100, (address, first + i))
    time.sleep(0.1)
PYTHON
}

# The interface of a NIC that the kernel drives.
interface() {
    local i name
    for i in {1..100}; do
        for name in "$PCI/devices/$1"/net/* "$PCI/devices/$1"/virtio*/net/*; do
            [[ -e $name ]] && basename "$name" && return 0
        done
        sleep 0.1
    done
    fail "no interface for $1"
}

# Waits until interfaces have carrier; igb's comes late.
carrier() {
    local i name up
    for i in {1..200}; do
        up=0
        for name in "$@"; do [[ $(<"/sys/class/net/$name/carrier") == 1 ]] && up=$((up + 1)); done
        ((up == $#)) && return 0
        sleep 0.1
    done
    fail "only $up of $# interfaces have carrier"
}

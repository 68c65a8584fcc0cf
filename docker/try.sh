#!/usr/bin/env bash
# Runs the Braid that is installed in a directory tree, as a container engine would, and sends packets through it:
#
#   docker/try.sh ROOT [RUNS]
#
# It makes three network namespaces (the host, a switch, a container), starts `braid run` in the tree with one uplink, attaches the
# container with a tap port, and pings both ways, IPv4 and IPv6. It prints how long each of RUNS starts (3) took until Braid forwards, with none of the
# tree's files in memory and how much of the CPUs that was, and which DPDK it is. It fails when a start takes more than 60 s or a ping is lost. Needs root, iproute2, ping and
# curl here; nothing stays.
set -euo pipefail
die() { echo "try.sh: $*" >&2; [[ -s ${log:-} ]] && tail -n 20 "$log" >&2; exit 1; }
[[ $# -ge 1 ]] || { sed -n '4s/^# *//p' "$0" >&2; exit 2; }
root=$(readlink -f -- "$1") runs=${2:-3}
[[ $EUID -eq 0 ]] || die "must be root"
[[ -x $root/usr/bin/braid ]] || die "no /usr/bin/braid in $root"
here=$(dirname -- "$(readlink -f -- "$0")")
id=bt$$
work=$(mktemp -d -t braid-try.XXXXXX)
log=$work/log
braid_pid=
cleanup() {
    [[ -z $braid_pid ]] || { kill "$braid_pid" 2>/dev/null && wait "$braid_pid" || true; }
    for ns in host switch task; do ip netns del "$id$ns" 2>/dev/null || true; done
    rm -rf -- "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

for ns in host switch task; do
    ip netns add "$id$ns"
    ip -n "$id$ns" link set lo up
done
ip -n "${id}host" link add up0 type veth peer name port0 netns "${id}switch"
ip -n "${id}host" link set up0 up
ip -n "${id}switch" link set port0 up
ip -n "${id}switch" address add 192.0.2.0/31 dev port0
ip -n "${id}switch" address add 2001:db8::/127 dev port0 nodad
ip -n "${id}switch" route add 10.100.0.0/16 via 192.0.2.1
ip -n "${id}switch" route add 2001:db8:100::/48 via 2001:db8::1
mkdir "$work/run" "$work/etc"
cat >"$work/etc/host.yaml" <<'TEXT'
host: try
uplinks:
  - name: nic0
    device: "vdev:net_af_packet0,iface=up0"
    addresses: [192.0.2.1/31, "2001:db8::1/127"]
    gateways: [192.0.2.0, "2001:db8::"]
tasks: {prefixes: [10.100.0.0/16, "2001:db8:100::/48"]}
dpdk: {hugepages: off}
TEXT

# No function: who signals a function in the background signals a shell.
in_tree=(ip netns exec "${id}host" "$here/in-root.sh" "$root" --bind "$work/run:/run/braid" --bind "$work/etc:/etc/braid"
    --bind /run/netns --)
ask() { curl -sS --max-time 20 --unix-socket "$work/run/control.sock" "$@"; }

for ((run = 1; run <= runs; run++)); do
    # Its files leave the page cache, and nothing else does.
    find "$root" -type f -size +0 -exec dd status=none of={} oflag=nocache conv=notrunc,fdatasync count=0 \;
    start=$(date +%s%N)
    "${in_tree[@]}" braid run -c /etc/braid/host.yaml >"$log" 2>&1 &
    braid_pid=$!
    until grep -q 'braid is forwarding' "$log"; do
        kill -0 "$braid_pid" 2>/dev/null || die "braid ended"
        (($(date +%s%N) - start < 60000000000)) || die "braid is not forwarding after 60 s"
        sleep 0.01
    done
    took=$((($(date +%s%N) - start) / 1000000))
    # utime and stime; what stands before has blanks in parentheses.
    read -r -a stat <<<"$(sed 's/.*) //' "/proc/$braid_pid/stat")"
    cpu=$(((stat[11] + stat[12]) * 1000 / $(getconf CLK_TCK)))
    echo "start $run: forwarding after $took ms, with $cpu ms of CPU"
    if ((run < runs)); then
        kill "$braid_pid"
        wait "$braid_pid" || die "braid ended with $?"
        braid_pid=
    fi
done
echo "dpdk: $(ask http://braid/v1/status | grep -o '"version" *: *"[^"]*"' | head -n 2 | tr '\n' ' ')"
"${in_tree[@]}" braid attach task1 --kind tap --ip 10.100.0.1 --ip 2001:db8:100::1 --netns "/run/netns/${id}task" >"$work/attach" 2>&1 ||
    die "attach failed: $(cat "$work/attach")"
# The first packets wait for neighbors to be resolved.
pings() { ip netns exec "$id$1" ping -q -i 0.05 -w 20 -c "$3" "$2"; }
for way in "task 192.0.2.0" "task 2001:db8::" "switch 10.100.0.1" "switch 2001:db8:100::1"; do
    read -r from to <<<"$way"
    pings "$from" "$to" 1 >/dev/null || die "no answer from $to to the $from"
    result=$(pings "$from" "$to" 20 | grep transmitted) || die "packets from the $from to $to were lost"
    [[ $result == *" 0% packet loss"* ]] || die "packets from the $from to $to were lost: $result"
    echo "ping from the $from to $to: $result"
done
"${in_tree[@]}" braid detach task1 >/dev/null
kill "$braid_pid"
wait "$braid_pid" || die "braid ended with $?"
braid_pid=
echo "ended cleanly"

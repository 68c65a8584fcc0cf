/* The DPDK headers whose declarations Braid calls or reads; input of generate.sh, never compiled. */
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_dev.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_version.h>
#include <rte_mempool.h>
#include <rte_mbuf.h>
#include <rte_ring.h>
#include <rte_ethdev.h>
#include <rte_eth_ring.h>
#include <rte_flow.h>
#include <rte_eth_vhost.h>
#include <rte_vhost.h>
#include <linux/virtio_net.h>

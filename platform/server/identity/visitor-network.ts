import { isIPv6 } from 'node:net'

const GROUPS = 8
/** What stands before an address of IPv4 within one of IPv6: mapped by the system, or by a NAT64 (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']
/** The first 64 bits: what a provider gives to one household at least, which then has 2^64 addresses. */
const NETWORK_GROUPS = 4
/** Most give 56 bits, which are 256 such networks; some give each of these to somebody else. */
const WIDE_NETWORK_SHARE = 16

/** All groups of an address, with those that `::` stands for. */
function groupsOf(ip: string): string[] {
  const shortest = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = shortest.split('::')
  const first = head === '' ? [] : head.split(':')
  if (tail === undefined) return first
  const last = tail === '' ? [] : tail.split(':')
  return [...first, ...Array(GROUPS - first.length - last.length).fill('0'), ...last]
}

/** Of what one visitor may do, how many times as much may come from a network. */
export interface CountedNetwork {
  network: string
  share: number
}

/** Where a visitor's tries are counted: by {@link networkOf}, and of IPv6 in the /56 around it as well. */
export function countedNetworks(ip: string): CountedNetwork[] {
  const network = networkOf(ip)
  const own = { network, share: 1 }
  if (!network.includes(':')) return [own]
  const groups = network.split(':')
  const last = Number.parseInt(groups.at(-1) ?? '0', 16) & 0xff00
  const wide = [...groups.slice(0, -1), `${last.toString(16)}/56`].join(':')
  return [own, { network: wide, share: WIDE_NETWORK_SHARE }]
}

/** What counts as one visitor: an address of IPv4, a /64 network of IPv6. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  // All of IPv4 stands in one network of 64 bits there.
  if (IPV4_PREFIXES.includes(groups.slice(0, -2).join(':'))) return ipv4Of(groups.slice(-2))
  return groups.slice(0, NETWORK_GROUPS).join(':')
}

/** `c000`, `201` are 192.0.2.1. */
const ipv4Of = (lastGroups: string[]) =>
  lastGroups
    .flatMap((group) => {
      const bits = Number.parseInt(group, 16)
      return [bits >> 8, bits & 0xff]
    })
    .join('.')

import { isIPv6 } from 'node:net'

const GROUPS = 8
/** Prefixes of IPv4 addresses within IPv6: mapped by the system, or by NAT64 (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']
/** The first 64 bits: the least that a provider assigns to a household, which then has 2^64 addresses. */
const NETWORK_GROUPS = 4
/** Most providers assign 56 bits, which are 256 such networks; some assign each of these to a different customer. */
const WIDE_NETWORK_SHARE = 16

/** All groups of an address, with `::` expanded. */
function groupsOf(ip: string): string[] {
  const shortest = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = shortest.split('::')
  const first = head === '' ? [] : head.split(':')
  if (tail === undefined) return first
  const last = tail === '' ? [] : tail.split(':')
  return [...first, ...Array(GROUPS - first.length - last.length).fill('0'), ...last]
}

/** A network, and how many times the limit of one visitor it may use. */
export interface CountedNetwork {
  network: string
  share: number
}

/** The networks in which a visitor's attempts are counted: {@link networkOf}, and for IPv6 also the surrounding /56. */
export function countedNetworks(ip: string): CountedNetwork[] {
  const network = networkOf(ip)
  const own = { network, share: 1 }
  if (!network.includes(':')) return [own]
  const groups = network.split(':')
  const last = Number.parseInt(groups.at(-1) ?? '0', 16) & 0xff00
  const wide = [...groups.slice(0, -1), `${last.toString(16)}/56`].join(':')
  return [own, { network: wide, share: WIDE_NETWORK_SHARE }]
}

/** What counts as one visitor: an IPv4 address, or an IPv6 /64 network. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  // All embedded IPv4 addresses share one /64 network there.
  if (IPV4_PREFIXES.includes(groups.slice(0, -2).join(':'))) return ipv4Of(groups.slice(-2))
  return groups.slice(0, NETWORK_GROUPS).join(':')
}

/** For example, `c000` and `201` are 192.0.2.1. */
const ipv4Of = (lastGroups: string[]) =>
  lastGroups
    .flatMap((group) => {
      const bits = Number.parseInt(group, 16)
      return [bits >> 8, bits & 0xff]
    })
    .join('.')

import { isIPv6 } from 'node:net'

const IPV4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
/** The first 64 bits: what a provider gives to one household, which then has 2^64 addresses. */
const NETWORK_GROUPS = 4

/** All groups of an address, with those that `::` stands for. */
function groupsOf(ip: string): string[] {
  const shortest = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = shortest.split('::')
  const first = head === '' ? [] : head.split(':')
  if (tail === undefined) return first
  const last = tail === '' ? [] : tail.split(':')
  return [...first, ...Array(GROUPS - first.length - last.length).fill('0'), ...last]
}

/** What counts as one visitor: an address of IPv4, a /64 network of IPv6. */
export function networkOf(ip: string): string {
  const mapped = IPV4_MAPPED.exec(ip)?.[1]
  if (mapped) return mapped
  return isIPv6(ip) ? groupsOf(ip).slice(0, NETWORK_GROUPS).join(':') : ip
}

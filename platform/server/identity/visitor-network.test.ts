import { expect, it } from 'vitest'
import { countedNetworks, networkOf } from './visitor-network.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['64:ff9b::c000:208', '192.0.2.8'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('the address %s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

it.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:1234::1', ['2001:db8:1:1234', '2001:db8:1:1200/56']],
  ['2001:db8:1:12ff::1', ['2001:db8:1:12ff', '2001:db8:1:1200/56']],
  ['2001:db8:1:34::1', ['2001:db8:1:34', '2001:db8:1:0/56']],
])('the address %s is counted in the networks %j', (ip, networks) => {
  expect(countedNetworks(ip).map(({ network }) => network)).toEqual(networks)
})

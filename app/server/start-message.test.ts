import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { startMessage } from './start-message.ts'

const card = { netmask: '', mac: '', cidr: null, internal: false }
const NETWORK = {
  lo: [{ ...card, family: 'IPv4' as const, address: '127.0.0.1', internal: true }],
  wlan0: [
    { ...card, family: 'IPv6' as const, address: 'fe80::1', scopeid: 2 },
    { ...card, family: 'IPv4' as const, address: '192.168.1.20' },
  ],
}
const messageFor = (
  settings: Record<string, string>,
  network: NodeJS.Dict<NetworkInterfaceInfo[]> = NETWORK,
) => startMessage(readConfig(settings), { demoAccounts: [], setUp: null }, network)

it('the start message explains how to open the server to a phone while it listens to this computer alone', () => {
  const message = messageFor({ PORT: '3001' })
  expect(message).toContain('running at http://localhost:3001\n')
  expect(message).toContain('HOST=0.0.0.0  PUBLIC_URL=http://192.168.1.20:3001\n')
  expect(messageFor({}, {})).toContain("PUBLIC_URL=http://(this computer's address):3000")
})

it('the start message of an open server has its address and warns that mails are readable', () => {
  const open = messageFor({ HOST: '0.0.0.0' })
  expect(open).toContain('in the same network: http://192.168.1.20:3000\n')
  expect(open).toContain('Anyone who reaches this address can read all mails')
  const named = messageFor({ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.20:3000' })
  expect(named).not.toContain('in the same network')
})

it('the start message with SMTP says from where the server is reachable', () => {
  const smtp = { SMTP_URL: 'smtp://mail.example' }
  expect(messageFor(smtp)).toBe(
    '\n  Letterlend is running at http://localhost:3000\n\n  Only this machine can connect (127.0.0.1, port 3000), for example a proxy; HOST=0.0.0.0 opens it to others.\n\n',
  )
  expect(messageFor({ ...smtp, HOST: '0.0.0.0' })).toContain('Other machines can connect, too')
})

it('the start message has the link for the first admin if it was not mailed', () => {
  const config = readConfig({ SMTP_URL: 'smtp://mail.example' })
  const url = 'https://lend.example/auth/resetPassword?token=x'
  const link = { url, email: 'you@example.org' }
  const message = startMessage(config, { demoAccounts: [], setUp: link }, NETWORK)
  expect(message).toContain('you@example.org and become its admin')
  expect(message).toContain(`\n  ${url}\n`)
  expect(message).toContain('npm run admin -- link  prints another one')
})

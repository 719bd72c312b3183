import type { networkInterfaces } from 'node:os'
import type { SetUp } from '#features/people/roles/server/door.ts'
import { type Config, hasLocalMailbox } from '#platform/server/config.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import type { RunningServer } from './start.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

/** Address of this machine in the local network; null without a network. */
function addressInNetwork(interfaces: Interfaces): string | null {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}

const isLoopback = (host: string) => /^(localhost|127\.|::1$)/i.test(host)

/** How a phone in the same network can open a trial installation. */
function forOtherDevices({ host, port, publicUrl }: Config, interfaces: Interfaces): string {
  const address = addressInNetwork(interfaces)
  const url = `http://${address ?? "(this computer's address)"}:${port}`
  if (!isLoopback(host)) {
    const elsewhere = url === publicUrl ? '' : `  in the same network: ${url}\n`
    return `${elsewhere}  Anyone who reaches this address can read all mails at /dev/mail.\n\n`
  }
  return `  Only this computer can open it, because anyone who does can read all mails. To open it to a
  phone in the same network, start it with these settings, or put them into the file .env:

  HOST=0.0.0.0  PUBLIC_URL=${url}

`
}

/** How the first admin logs in; only printed here. */
function forFirstAdmin(setUp: SetUp): string {
  if (setUp === null) return ''
  return withTypedCommands(`  This community has no admin yet, and no mail can be sent. Open this link to set a password for
  ${setUp.email} and become its admin. It works once, within 3 hours:

  ${setUp.url}

  npm run admin -- link  prints another one.

`)
}

/** Where a proxy reaches the server, which may also be open to other machines. */
function forProxies({ host, port }: Config): string {
  return isLoopback(host)
    ? `  Only this machine can connect (${host}, port ${port}), for example a proxy; HOST=0.0.0.0 opens it to others.\n\n`
    : `  Other machines can connect, too (${host}, port ${port}).\n\n`
}

/** The message printed once the server is ready. */
export function startMessage(
  config: Config,
  { demoAccounts, setUp }: Pick<RunningServer, 'demoAccounts' | 'setUp'>,
  interfaces: Interfaces,
): string {
  const { brandName, publicUrl } = config
  const accounts = demoAccounts.map(
    ({ email, password, role }) =>
      `  ${role.padEnd(10)} ${email.padEnd(32)} password ${password}\n`,
  )
  const running = `\n  ${brandName} is running at ${publicUrl}\n\n${accounts.join('')}${forFirstAdmin(setUp)}`
  if (!hasLocalMailbox(config)) return `${running}${forProxies(config)}`
  return `${running}  mails      ${publicUrl}/dev/mail\n\n${forOtherDevices(config, interfaces)}`
}

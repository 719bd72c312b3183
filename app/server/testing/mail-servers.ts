import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian's Postfix and Dovecot: `apt-get install postfix dovecot-imapd dovecot-lmtpd`. */

const isThere = (command: string) => !spawnSync(command, ['--help']).error
const isRoot = process.getuid?.() === 0

/** Both need root, since they change their user at start. */
export const HAS_POSTFIX = isRoot && isThere('/usr/sbin/postfix')
export const HAS_DOVECOT = isRoot && isThere('/usr/sbin/dovecot')

export interface RunningMailServer {
  port: number
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Readable by the users that the programs change to. */
function folderFor(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `letterlend-${name}-`))
  execFileSync('chmod', ['755', folder])
  return folder
}

const MAILBOX_USER = 'nobody'
export const MAILBOX = { user: 'reply', password: 'Gehe!m-77' } as const

/** An IMAP server with one mailbox, and LMTP for delivering to it. */
export async function startDovecot(): Promise<RunningMailServer & { lmtpPort: number }> {
  const folder = folderFor('dovecot')
  const [port, lmtpPort] = [await freePort(), await freePort()]
  const [uid, gid] = ['-u', '-g'].map((each) =>
    Number(execFileSync('id', [each, MAILBOX_USER]).toString()),
  )
  mkdirSync(join(folder, 'mail'))
  chownSync(join(folder, 'mail'), uid ?? 0, gid ?? 0)
  writeFileSync(join(folder, 'users'), `${MAILBOX.user}:{PLAIN}${MAILBOX.password}::::::\n`)
  const block = (name: string, ...lines: string[]) => `${name} {\n${lines.join('\n')}\n}`
  const listener = (name: string, each: number) =>
    block(`inet_listener ${name}`, 'address = 127.0.0.1', `port = ${each}`)
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap lmtp
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
recipient_delimiter = +
auth_username_format = %n
mail_location = maildir:${folder}/mail/%n
${block('passdb', 'driver = passwd-file', `args = ${folder}/users`)}
${block('userdb', 'driver = static', `args = uid=${uid} gid=${gid} home=${folder}/mail/%n`)}
${block('service imap-login', listener('imap', port), 'inet_listener imaps {', 'port = 0', '}')}
${block('service lmtp', listener('lmtp', lmtpPort))}
`,
  )
  const server = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: 'inherit',
  })
  const ended = once(server, 'exit')
  await answering(lmtpPort)
  await answering(port)
  return {
    port,
    lmtpPort,
    async stop() {
      server.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Resolves once a process listens on the port. */
async function answering(port: number): Promise<void> {
  const until = performance.now() + 20_000
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    if (performance.now() > until) throw new Error(`Nobody listens on ${port}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A mail server that hands over mails to `reply+...@lend.example`, as in docs/operation.md. */
export async function startPostfix(transport: string, master = ''): Promise<RunningMailServer> {
  const folder = folderFor('postfix')
  const port = await freePort()
  for (const each of ['queue', 'data']) mkdirSync(join(folder, each))
  execFileSync('chown', ['postfix', join(folder, 'data')])
  writeFileSync(
    join(folder, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
mail_owner = postfix
myhostname = mx.lend.example
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
alias_maps =
local_recipient_maps =
recipient_delimiter = +
virtual_mailbox_domains = lend.example
virtual_mailbox_maps = inline:{ reply@lend.example=ok }
virtual_transport = ${transport}
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
`,
  )
  const service = (name: string, rest: string) => `${name} unix ${rest}\n`
  writeFileSync(
    join(folder, 'master.cf'),
    `127.0.0.1:${port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
${[
  ['pickup', 'n - n 60 1 pickup'],
  ['cleanup', 'n - n - 0 cleanup'],
  ['qmgr', 'n - n 1 1 qmgr'],
  ['rewrite', '- - n - - trivial-rewrite'],
  ['bounce', '- - n - 0 bounce'],
  ['defer', '- - n - 0 bounce'],
  ['trace', '- - n - 0 bounce'],
  ['verify', '- - n - 1 verify'],
  ['proxymap', '- - n - - proxymap'],
  ['smtp', '- - n - - smtp'],
  ['lmtp', '- - n - - lmtp'],
  ['error', '- - n - - error'],
  ['retry', '- - n - - error'],
  ['discard', '- - n - - discard'],
  ['anvil', '- - n - 1 anvil'],
  ['scache', '- - n - 1 scache'],
]
  .map(([name = '', rest = '']) => service(name, rest))
  .join('')}${master}`,
  )
  execFileSync('postfix', ['-c', folder, 'start'], { stdio: 'ignore' })
  await answering(port)
  return {
    port,
    async stop() {
      execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' })
      rmSync(folder, { recursive: true })
    },
  }
}

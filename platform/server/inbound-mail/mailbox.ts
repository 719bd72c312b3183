import { ImapFlow } from 'imapflow'
import type { Deps } from '../deps.ts'
import type { MailSource } from '../inbound.config.ts'
import { isThisMachine } from '../this-machine.ts'
import { MOST_BYTES } from './lmtp-listener.ts'
import { receiveMail } from './receiving.ts'

type ImapSource = Extract<MailSource, { kind: 'imap' }>

const TIMEOUT_MS = 30_000
/** At a time; the others come with the next turn. */
const MOST_MAILS = 100
/** A mail that cannot be received for longer is left to whoever looks after the mailbox. */
const GIVE_UP_MS = 5 * 24 * 60 * 60_000

/** Not yet connected. */
export function mailboxClient({ host, port, secure, user, password }: ImapSource): ImapFlow {
  return new ImapFlow({
    host: host.replace(/^\[|\]$/g, ''),
    port,
    secure,
    // Without TLS from the first byte it is insisted on, but for a server on this machine.
    doSTARTTLS: secure ? undefined : !isThisMachine(host),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableAutoIdle: true,
  })
}

/** Takes one mail from the mailbox; what was received at one of our addresses is stored by then, and is deleted there. */
async function takeMail(client: ImapFlow, deps: Deps, uid: number): Promise<void> {
  const mail = await client.fetchOne(
    String(uid),
    { source: { maxLength: MOST_BYTES }, internalDate: true },
    { uid: true },
  )
  if (mail === false || mail.source === undefined) return
  try {
    const receivedAt = mail.internalDate ? new Date(mail.internalDate) : undefined
    const outcomes = await receiveMail(deps, mail.source, null, { receivedAt })
    if (outcomes.some((outcome) => outcome !== null)) {
      await client.messageDelete(String(uid), { uid: true })
    } else {
      deps.logger.info(
        'a mail in the mailbox is for none of our addresses: it is left there as seen',
      )
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
  } catch (error) {
    const since = new Date(mail.internalDate ?? Date.now()).getTime()
    if (Date.now() - since < GIVE_UP_MS) {
      deps.logger.warn({ err: error }, 'a mail of the mailbox was not taken; trying again later')
      return
    }
    deps.logger.error(
      { err: error },
      'a mail of the mailbox was not taken for five days: it is left there as seen',
    )
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  }
}

/** Reads what is new in the mailbox. Rejects where that cannot be done. */
export async function readMailbox(
  deps: Deps,
  source: ImapSource,
  signal: AbortSignal,
): Promise<void> {
  const client = mailboxClient(source)
  // An error of the connection also rejects what is under way, and here it would end the process.
  client.on('error', (error) => deps.logger.debug({ err: error }, 'the mailbox was cut off'))
  await client.connect()
  try {
    const lock = await client.getMailboxLock(source.folder)
    try {
      const uids = await client.search({ seen: false }, { uid: true })
      for (const uid of (uids || []).slice(0, MOST_MAILS)) {
        if (signal.aborted) return
        await takeMail(client, deps, uid)
      }
    } finally {
      lock.release()
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

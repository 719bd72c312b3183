import { ImapFlow } from 'imapflow'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Deps } from '../deps.ts'
import type { MailSource } from '../inbound-settings.ts'
import { isThisMachine } from '../this-machine.ts'
import { hasEndlessHeaders, MOST_BYTES, MOST_HEADER_BYTES } from './lmtp-listener.ts'
import { receiveMail } from './receiving.ts'

type ImapSource = Extract<MailSource, { kind: 'imap' }>

const TIMEOUT_MS = 30_000
/** Per run; the others follow in the next one. */
const MOST_MAILS = 100
/** A mail that cannot be received for this long stays in the mailbox for the operator. */
const GIVE_UP_MS = 5 * DAY_MS

/** Creates a client that is not connected yet. */
export function mailboxClient({ host, port, secure, user, password }: ImapSource): ImapFlow {
  return new ImapFlow({
    host: host.replace(/^\[|\]$/g, ''),
    port,
    secure,
    // Without implicit TLS, require STARTTLS except for a server on this machine.
    doSTARTTLS: secure ? undefined : !isThisMachine(host),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableAutoIdle: true,
  })
}

/** Fetches a mail, or only its beginning if it is too large. */
async function fetchMail(client: ImapFlow, uid: number) {
  const named = [String(uid), { uid: true }] as const
  const known = await client.fetchOne(named[0], { size: true, internalDate: true }, named[1])
  if (known === false) return null
  const isLarge = (known.size ?? 0) > MOST_BYTES
  const maxLength = isLarge ? MOST_HEADER_BYTES : MOST_BYTES
  const mail = await client.fetchOne(named[0], { source: { maxLength } }, named[1])
  if (mail === false || mail.source === undefined) return null
  const isEndless = hasEndlessHeaders(mail.source)
  return {
    source: isEndless ? mail.source.subarray(0, MOST_HEADER_BYTES) : mail.source,
    isTooLarge: isLarge || isEndless,
    receivedAt: known.internalDate ? new Date(known.internalDate) : undefined,
  }
}

/** Receives one mail. If it was for one of our addresses it is stored, and then deleted in the mailbox. */
async function takeMail(client: ImapFlow, deps: Deps, uid: number): Promise<void> {
  const mail = await fetchMail(client, uid)
  if (!mail) return
  const { source, isTooLarge, receivedAt } = mail
  try {
    const outcomes = await receiveMail(deps, source, null, { receivedAt, isTooLarge })
    if (outcomes.some((outcome) => outcome !== null)) {
      await client.messageDelete(String(uid), { uid: true })
    } else {
      deps.logger.info(
        'a mail in the mailbox has none of our addresses: it stays there, marked as seen',
      )
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
  } catch (error) {
    const since = receivedAt?.getTime() ?? Date.now()
    if (Date.now() - since < GIVE_UP_MS) {
      deps.logger.warn({ err: error }, 'a mail of the mailbox was not accepted; trying again later')
      return
    }
    deps.logger.error(
      { err: error },
      'a mail of the mailbox was not accepted for five days: it stays there, marked as seen',
    )
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  }
}

/** Receives the new mails of the mailbox. Rejects if the mailbox cannot be read. */
export async function readMailbox(
  deps: Deps,
  source: ImapSource,
  signal: AbortSignal,
): Promise<void> {
  const client = mailboxClient(source)
  // A connection error also rejects the pending call; an unhandled event would end the process.
  client.on('error', (error) =>
    deps.logger.debug({ err: error }, 'the connection to the mailbox was lost'),
  )
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

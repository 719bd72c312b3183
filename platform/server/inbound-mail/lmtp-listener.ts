import { chmod, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Deps } from '../deps.ts'
import type { MailSource } from '../inbound-settings.ts'
import { isOurs, receiveMail } from './receiving.ts'

/** A photo or two; the mail server in front rejects larger mails. */
export const MOST_BYTES = 25 * 1024 * 1024
/** Postfix accepts 100 KB. */
export const MOST_HEADER_BYTES = 256 * 1024
/** Another service on this machine has the address; when it stops, this one takes over. */
const TRY_AGAIN_MS = 30_000
const CLOSE_WITHIN_MS = 2_000

type LmtpSource = Extract<MailSource, { kind: 'lmtp' }>

const reply = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
const LATER = () => reply(451, '4.3.0 Not now, please try again')

/** Reads a mail up to the size limit and drains the rest, since the mail server sends all of it. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Whether the headers are longer than those of any genuine mail. */
export function hasEndlessHeaders(source: Buffer): boolean {
  if (source.length <= MOST_HEADER_BYTES) return false
  const beginning = source.subarray(0, MOST_HEADER_BYTES).toString('latin1')
  return !/\r?\n\r?\n/.test(beginning)
}

function lmtpServer(deps: Deps): SMTPServer {
  const trouble = (error: unknown) => {
    deps.logger.warn({ err: error }, 'a mail was not accepted; the mail server will retry')
    return LATER()
  }
  /** One answer per recipient: 250 once it is stored, 451 for temporary failures. */
  async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession) {
    const source = await readAll(stream)
    // Both failures are permanent: the mail server informs the sender and does not retry.
    if (stream.sizeExceeded) {
      const most = `${MOST_BYTES / 1024 / 1024} MB`
      return envelope.rcptTo.map(() => reply(552, `5.3.4 The mail is larger than ${most}`))
    }
    if (hasEndlessHeaders(source))
      return envelope.rcptTo.map(() => reply(554, '5.6.0 The headers of the mail are too long'))
    const answers: (string | Error)[] = []
    const isSenderEmpty = envelope.mailFrom !== false && envelope.mailFrom.address === ''
    for (const { address } of envelope.rcptTo) {
      const receiving = receiveMail(deps, source, [address], {
        isSenderEmpty,
        receivedAt: deps.clock(),
      })
      answers.push(await receiving.then(() => '2.0.0 OK', trouble))
    }
    return answers
  }
  return new SMTPServer({
    lmtp: true,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Avoids a DNS lookup for each connection.
    disableReverseLookup: true,
    size: MOST_BYTES,
    closeTimeout: CLOSE_WITHIN_MS,
    onRcptTo({ address }, _session, callback) {
      isOurs(deps, address).then(
        (is) => callback(is ? null : reply(550, '5.1.1 No such address')),
        (error: unknown) => callback(trouble(error)),
      )
    },
    onData(stream, session, callback) {
      receive(stream, session).then(
        // LMTP takes one answer per recipient, which the types do not cover.
        (answers) => callback(null, answers as unknown as string),
        (error: unknown) => callback(trouble(error)),
      )
    },
  })
}

/** Whether a process listens on a socket: one that a dead process left behind has to be deleted. */
const isAnswered = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path)
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

async function listenOnce(deps: Deps, source: LmtpSource): Promise<SMTPServer> {
  if ('path' in source && !(await isAnswered(source.path))) await rm(source.path, { force: true })
  const server = lmtpServer(deps)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('path' in source) server.listen(source.path, resolve)
    else server.listen(source.port, source.host, resolve)
  })
  server.removeAllListeners('error')
  // Connections that break off.
  server.on('error', (error) =>
    deps.logger.debug({ err: error }, 'the connection of a mail server was lost'),
  )
  // Mail servers run as other users; the permissions of the folder control access.
  if ('path' in source) await chmod(source.path, 0o666)
  return server
}

/**
 * Listens for mails from a mail server (LMTP, RFC 2033). Processes of one service listen together. If another service
 * uses the address, it retries until it is free.
 * @returns a function that stops it; resolves after the first attempt
 */
export async function listenForMails(deps: Deps, source: LmtpSource): Promise<() => Promise<void>> {
  let isEnding = false
  let timer: NodeJS.Timeout | undefined
  let server: SMTPServer | undefined
  let trying: Promise<void> = Promise.resolve()
  let isTold = false
  const attempt = async () => {
    try {
      server = await listenOnce(deps, source)
      if (isTold) deps.logger.warn('mails can be received now')
    } catch (error) {
      if (!isTold)
        deps.logger.warn(
          { err: error },
          'mails cannot be received: listening on the address in INBOUND_MAIL failed; trying again',
        )
      isTold = true
      if (!isEnding) timer = setTimeout(begin, TRY_AGAIN_MS).unref()
    }
  }
  const begin = () => {
    trying = attempt()
  }
  begin()
  await trying
  return async () => {
    isEnding = true
    clearTimeout(timer)
    await trying
    const open = server
    if (open) await new Promise<void>((resolve) => open.close(resolve))
  }
}

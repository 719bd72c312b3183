import { connect, type Socket } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { ConfigError, readConfig } from '#platform/server/config.ts'
import type { MailSource } from '#platform/server/inbound-settings.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = `Usage: receive-mail <recipient> < mail

Passes a mail from standard input to the running server, for mail servers that start a program for
each mail (pipe) instead of speaking LMTP. INBOUND_MAIL has to begin with lmtp://.

Exit codes of sysexits.h: 0 stored, 75 temporary failure, try again, 67 no such address, 69 refused,
64 wrong usage, 78 wrong settings.
`

/** Exit codes of sysexits.h. */
export const EXIT = {
  stored: 0,
  usage: 64,
  noUser: 67,
  refused: 69,
  later: 75,
  settings: 78,
} as const

const TIMEOUT_MS = MINUTE_MS
/** Mail servers already reject larger mails. */
const MOST_BYTES = 50 * 1024 * 1024

type LmtpSource = Extract<MailSource, { kind: 'lmtp' }>

async function readAll(input: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw Object.assign(new Error('Too large'), { responseCode: 552 })
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

function socketTo(source: LmtpSource): Promise<Socket> {
  const socket = 'path' in source ? connect(source.path) : connect(source.port, source.host)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

/**
 * The envelope sender that the mail server wrote above the mail (`flags=R` of Postfix). It is empty
 * for bounces. If the mail server wrote none, the sender is unknown; any address shows that this is
 * no bounce, so the recipient is returned.
 */
function senderOf(mail: Buffer, recipient: string): string {
  const [head = ''] = mail.toString('latin1').split(/\r?\n\r?\n/, 1)
  const [, sender] = /^return-path:\s*<?([^>\s]*)>?/im.exec(head) ?? []
  return sender ?? recipient
}

/** @throws the mail server's error */
async function handOver(source: LmtpSource, recipient: string, mail: Buffer): Promise<void> {
  const connection = new SMTPConnection({
    lmtp: true,
    connection: await socketTo(source),
    ignoreTLS: true,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect(() => {
        const envelope = { from: senderOf(mail, recipient), to: [recipient] }
        connection.send(envelope, mail, (error, info) => {
          // With LMTP a recipient refused after the mail data does not fail the call itself.
          const refused = error ?? info.rejectedErrors?.[0]
          if (refused || info.accepted.length === 0) reject(refused ?? new Error('Not taken'))
          else resolve()
        })
      })
    })
  } finally {
    connection.close()
  }
}

/** Every failure that is not a permanent refusal counts as temporary. */
function exitCodeOf(error: unknown): number {
  const { responseCode, command } = Object(error) as Record<string, unknown>
  const code = Number(responseCode)
  if (!(code >= 500 && code < 600)) return EXIT.later
  return command === 'RCPT TO' ? EXIT.noUser : EXIT.refused
}

/** @returns the exit code */
export async function receiveMailCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  input: AsyncIterable<Buffer | string>,
  say: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> {
  try {
    const { values, positionals } = readCommandLine(args, { help: { type: 'boolean', short: 'h' } })
    const [recipient, ...more] = positionals
    if (values.help) {
      say(HELP)
      return EXIT.stored
    }
    if (!recipient || more.length > 0) throw new UsageError('Name one recipient.')
    const source = readConfig(environment).inbound?.source
    if (source?.kind !== 'lmtp') throw new ConfigError('INBOUND_MAIL has to begin with lmtp://.')
    await handOver(source, recipient, await readAll(input))
    return EXIT.stored
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(error instanceof UsageError ? `${why}\n\n${HELP}` : `${why}\n`)
    if (error instanceof UsageError) return EXIT.usage
    return error instanceof ConfigError ? EXIT.settings : exitCodeOf(error)
  }
}

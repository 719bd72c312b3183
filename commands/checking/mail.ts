import { createTransport } from 'nodemailer'
import type { Config } from '#platform/server/config.ts'
import { mailServer } from '#platform/server/mail/mail-server.ts'
import { codeOf, type Finding, ok, warning, wrong } from './finding.ts'

const TIMEOUT_MS = 10_000
const ANSWER_WITHIN_MS = 20_000

/** Explains why a mail server accepts no mails. */
function flawOf(error: unknown, host: string): string {
  const message = error instanceof Error ? error.message : ''
  const certificate = /certificate|self.signed/i.test(message)
  if (certificate)
    return `the certificate of ${host} is not trusted: use the host name in the certificate, or set NODE_EXTRA_CA_CERTS=file`
  if (/ECONNREFUSED/.test(message)) {
    return `no mail server answers at ${host}: is the port in SMTP_URL right (465 for smtps, 587 for smtp)?`
  }
  if (/upgrading connection with STARTTLS/.test(message)) {
    return `${host} offers no encryption, so no mails are sent to it: use smtps:// with 465, or SMTP_TLS=offered in a network of your own`
  }
  switch (codeOf(error)) {
    case 'EAUTH':
      return `${host} rejects user and password of SMTP_URL: correct them`
    case 'EDNS':
    case 'ENOTFOUND':
      return `${host} is an unknown host: correct SMTP_URL`
    case 'ETIMEDOUT':
      return `${host} does not answer in time: is port 25, 465 or 587 closed by a firewall?`
    case 'EENVELOPE':
      return `${host} refuses the sender or the recipient: may SMTP_URL's user send as MAIL_FROM, and as INBOUND_ADDRESS (or INBOUND_BOUNCES=off)?`
    default:
      return /wrong version number|ssl3|packet length/i.test(message)
        ? `${host} does not speak TLS on that port: smtp:// with 587, or smtps:// with 465`
        : `${host} does not accept mails (${codeOf(error) || 'for an unknown reason'})`
  }
}

/** The mail server's own words, and whether they mean "not now" (4xx) rather than "never" (5xx). */
function answerOf(error: unknown): { words: string; isLater: boolean } {
  const { response, responseCode } = error as { response?: unknown; responseCode?: unknown }
  const words = typeof response === 'string' ? response.replace(/\s+/g, ' ').slice(0, 300) : ''
  const code = Number(responseCode)
  return { words, isLater: code >= 400 && code < 500 }
}

function findingOf(error: unknown, host: string): Finding {
  const { words, isLater } = answerOf(error)
  const serverWords = words && `. It says: ${words}`
  return isLater
    ? warning(`${host} accepts no mails at the moment: they wait and are retried${serverWords}`)
    : wrong(`${flawOf(error, host)}${serverWords}`)
}

/** Limits the waiting time: a server may accept a connection and then stay silent. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
    timer = setTimeout(reject, ANSWER_WITHIN_MS, error)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Logs in to the mail server, and sends a test mail to `recipient` if one is given. */
export async function checkMail(config: Config, recipient: string | undefined): Promise<Finding[]> {
  const { smtpUrl, mailFrom, production, publicDemo, inbound } = config
  if (publicDemo) {
    const text = 'no mails leave a public demo (DEMO=public)'
    return [recipient ? wrong(`${text}, and none was sent`) : ok(text)]
  }
  if (!smtpUrl) {
    const text = 'SMTP_URL is not set: mails are stored and not sent'
    if (recipient) return [wrong(`${text}, so there was no test mail`)]
    return [production ? wrong(text) : ok(`${text}, see /dev/mail`)]
  }
  const { host } = new URL(smtpUrl)
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
  const mailer = createTransport({ ...mailServer({ ...config, smtpUrl }), ...timeouts })
  const findings: Finding[] = []
  if (production && /@localhost>?\s*$/.test(mailFrom)) {
    findings.push(wrong('MAIL_FROM ends in localhost: set an address whose mails you read'))
  }
  try {
    await inTime(mailer.verify())
    findings.push(ok(`${host} takes mails`))
    if (recipient) {
      const subject = 'Letterlend: a test mail'
      const text = 'This mail was sent by check-config: the mail server works.\n'
      await inTime(
        mailer.sendMail({
          from: mailFrom,
          to: { name: '', address: recipient },
          // Uses the sender of real mails, since some servers accept only their own user as sender.
          envelope: inbound?.bounces
            ? { from: `${inbound.address.local}+test@${inbound.address.domain}`, to: recipient }
            : undefined,
          subject,
          text,
        }),
      )
      findings.push(
        warning(`a test mail was sent to ${recipient}: check that it arrived, and not as spam`),
      )
    }
  } catch (error) {
    findings.push(findingOf(error, host))
  } finally {
    mailer.close()
  }
  return findings
}

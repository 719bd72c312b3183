import { connect } from 'node:net'
import type { Config } from '#platform/server/config.ts'
import { mailboxClient } from '#platform/server/inbound-mail/mailbox.ts'
import type { MailSource } from '#platform/server/inbound-settings.ts'
import { domainOf } from '#platform/server/mail/dkim.ts'
import { codeOf, type Finding, ok, warning, wrong } from './finding.ts'

const CONNECT_WITHIN_MS = 5_000

function flawOf(error: unknown, { host, folder, user }: Extract<MailSource, { kind: 'imap' }>) {
  const { authenticationFailed, mailboxMissing, responseText } = Object(error) as Record<
    string,
    unknown
  >
  const message = error instanceof Error ? error.message : String(error)
  if (authenticationFailed) return `${host} does not take user and password of INBOUND_MAIL`
  if (mailboxMissing) return `${host} has no folder ${folder} for ${user}: correct INBOUND_MAIL`
  if (/certificate|self.signed/i.test(message)) {
    return `the certificate of ${host} is not trusted: use its name as it stands in it, or NODE_EXTRA_CA_CERTS=file`
  }
  if (/ECONNREFUSED/.test(message) || codeOf(error) === 'ECONNREFUSED') {
    return `no mail server answers at ${host}: is the port in INBOUND_MAIL right (993 for imaps, 143 for imap)?`
  }
  return `the mailbox at ${host} cannot be read: ${String(responseText ?? message).slice(0, 200)}`
}

async function checkMailbox(source: Extract<MailSource, { kind: 'imap' }>): Promise<Finding> {
  const client = mailboxClient(source)
  // The rejected call reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    const status = await client.status(source.folder, { unseen: true })
    const unseen = status === false ? 0 : (status.unseen ?? 0)
    return ok(`the mailbox ${source.folder} at ${source.host} can be read; new mails: ${unseen}`)
  } catch (error) {
    return wrong(flawOf(error, source))
  } finally {
    client.close()
  }
}

function checkListener(source: Extract<MailSource, { kind: 'lmtp' }>): Promise<Finding> {
  const name = 'path' in source ? source.path : `${source.host}, port ${source.port}`
  const socket = 'path' in source ? connect(source.path) : connect(source.port, source.host)
  socket.setTimeout(CONNECT_WITHIN_MS)
  return new Promise((resolve) => {
    const end = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    const nobody = warning(`nobody takes mails at ${name}: the running server does (LMTP)`)
    socket.once('data', (greeting) => {
      const isOurs = /^220 .*LMTP/.test(greeting.toString('latin1'))
      end(
        isOurs
          ? ok(`mails are taken at ${name} (LMTP)`)
          : wrong(`something else answers at ${name}: choose another address for INBOUND_MAIL`),
      )
    })
    socket.once('error', () => end(nobody))
    socket.once('timeout', () => end(nobody))
  })
}

/** Checks that mails can come in, and that mails sent from that address arrive. */
export async function checkInbound({ inbound, smtpUrl, mailFrom }: Config): Promise<Finding[]> {
  if (!inbound) return []
  const { source, address, authservId, bounces } = inbound
  const findings = [
    source.kind === 'imap' ? await checkMailbox(source) : await checkListener(source),
  ]
  if (!smtpUrl) findings.push(warning('SMTP_URL is not set: no mail says where to reply to'))
  if (authservId === undefined) {
    findings.push(
      warning(
        'INBOUND_AUTHSERV_ID is not set: whoever was passed on a mail and forges its sender can reply as its owner. Name the server that writes Authentication-Results',
      ),
    )
  }
  const from = domainOf(mailFrom)
  const isBelow = (domain: string, other: string) => `.${domain}`.endsWith(`.${other}`)
  const isAligned = isBelow(address.domain, from) || isBelow(from, address.domain)
  if (bounces && !isAligned) {
    findings.push(
      warning(
        `mails come from ${from}, and back to ${address.domain}: receivers look at both (SPF, DMARC). Take an address of ${from} for INBOUND_ADDRESS, or INBOUND_BOUNCES=off`,
      ),
    )
  }
  return findings
}

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
  if (authenticationFailed) return `${host} rejects user and password of INBOUND_MAIL: correct them`
  if (mailboxMissing) return `${host} has no folder ${folder} for ${user}: correct INBOUND_MAIL`
  if (/certificate|self.signed/i.test(message)) {
    return `the certificate of ${host} is not trusted: use the host name in the certificate, or set NODE_EXTRA_CA_CERTS=file`
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
    const nobody = warning(
      `no server accepts mails at ${name}: start Letterlend, which does (LMTP)`,
    )
    socket.once('data', (greeting) => {
      const isOurs = /^220 .*LMTP/.test(greeting.toString('latin1'))
      end(
        isOurs
          ? ok(`mails are accepted at ${name} (LMTP)`)
          : wrong(`another program answers at ${name}: choose another address for INBOUND_MAIL`),
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
  if (!smtpUrl)
    findings.push(warning('SMTP_URL is not set: without outgoing mails there are no replies'))
  if (authservId === undefined) {
    findings.push(
      warning(
        'INBOUND_AUTHSERV_ID is not set: a person who has a forwarded mail and forges its sender can reply as its recipient. Name the server that writes Authentication-Results',
      ),
    )
  }
  const from = domainOf(mailFrom)
  const isBelow = (domain: string, other: string) => `.${domain}`.endsWith(`.${other}`)
  const isAligned = isBelow(address.domain, from) || isBelow(from, address.domain)
  if (bounces && !isAligned) {
    findings.push(
      warning(
        `mails are sent from ${from} and bounce to ${address.domain}: receivers compare both (SPF, DMARC). Use an address of ${from} for INBOUND_ADDRESS, or set INBOUND_BOUNCES=off`,
      ),
    )
  }
  return findings
}

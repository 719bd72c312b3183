import type { Config } from '#platform/server/config.ts'
import { clientsOf } from '#platform/server/db/servers.ts'
import { type Dkim, dkimEntry, domainOf, readDkim } from '#platform/server/mail/dkim.ts'
import { DKIM_ROW, signingBy } from '#platform/server/mail/dkim-keys.ts'
import { findEntry, type LookUp, textsOfName } from '#platform/server/mail/name-server.ts'
import { codeOf, type Finding, ok, warning, wrong } from './finding.ts'

/** Checks which servers may send for the domain (RFC 7208). */
async function checkSpf(domain: string, lookUp: LookUp): Promise<Finding> {
  const entries = (await lookUp(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (entries.length > 1) {
    return wrong(
      `${domain} has ${entries.length} records with v=spf1, so receivers ignore all: merge them into one`,
    )
  }
  const [entry] = entries
  if (!entry) {
    return warning(
      `${domain} has no SPF record: add a TXT record as your mail provider describes, such as "v=spf1 mx -all"`,
    )
  }
  return /[\s][+?]?all\b/i.test(entry)
    ? warning(
        `${domain} allows every server to send for it (SPF): end the record with -all or ~all`,
      )
    : ok(`${domain} has an SPF record`)
}

const CONNECT_MS = 5_000

/**
 * Returns the DKIM key in use, which a rotation may have put in place of the file in the settings.
 * Reads it without opening the database as the server does, since that would migrate its tables. An
 * embedded database belongs to the running server, so it is not read.
 */
async function keyInUse({ databaseUrl }: Config, file: Dkim): Promise<Dkim> {
  if (!databaseUrl) return file
  const { Client, settings } = clientsOf(databaseUrl)
  const client = new Client({
    ...settings,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const text = 'SELECT value FROM community_settings WHERE key = $1'
    const { rows } = await client.query<{ value: unknown }>(text, [DKIM_ROW])
    return signingBy(file, rows[0]?.value)
  } catch {
    // Another check reports database errors; before the first start there are no tables.
    return file
  } finally {
    await client.end().catch(() => {})
  }
}

/** Checks that the DKIM record matches the key that signs mails (RFC 6376). */
async function checkDkim(config: Config, lookUp: LookUp): Promise<Finding> {
  const file = readDkim(config)
  if (!file) {
    return warning(
      'mails are not signed here (DKIM_KEY): check that the mail server signs them; the source of a received mail then says dkim=pass',
    )
  }
  const dkim = await keyInUse(config, file)
  const { name, text } = dkimEntry(dkim)
  const entry = await findEntry(dkim, lookUp)
  if (entry === 'missing') return wrong(`there is no key at ${name}: add a TXT record "${text}"`)
  return entry === 'published'
    ? ok(`mails are signed, and receivers find the key at ${name}`)
    : wrong(
        `${name} has another key, so receivers reject the signatures: set its TXT record to "${text}"`,
      )
}

/** Checks the DMARC policy (RFC 7489) of the domain, or else of the domain above it. */
async function checkDmarc(domain: string, lookUp: LookUp): Promise<Finding> {
  const above = domain.split('.').slice(1)
  const domains = above.length > 1 ? [domain, above.join('.')] : [domain]
  for (const each of domains) {
    const entries = await lookUp(`_dmarc.${each}`)
    if (entries.some((text) => /^v=DMARC1\s*(;|$)/i.test(text))) {
      return ok(`${each} has a DMARC policy`)
    }
  }
  return warning(
    `${domain} has no DMARC policy, which large providers require: add a TXT record at _dmarc.${domain}, "v=DMARC1; p=none" to begin with`,
  )
}

/**
 * Checks the DNS records of the sender domain against the key that signs mails. Without them, mails
 * end up as spam.
 */
export async function checkSender(
  config: Config,
  lookUp: LookUp = textsOfName,
): Promise<Finding[]> {
  const { smtpUrl, mailFrom } = config
  const domain = domainOf(mailFrom)
  // Mails are disabled, or go to this machine only.
  if (!smtpUrl || !domain.includes('.')) return []
  try {
    return [
      await checkSpf(domain, lookUp),
      await checkDkim(config, lookUp),
      await checkDmarc(domain, lookUp),
    ]
  } catch (error) {
    const isDns = codeOf(error) !== ''
    if (!isDns) return [wrong(error instanceof Error ? error.message : String(error))]
    return [
      warning(
        `no DNS server answers for ${domain} (${codeOf(error)}): SPF, DKIM and DMARC were not checked`,
      ),
    ]
  }
}

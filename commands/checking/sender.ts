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
      `${domain} has ${entries.length} entries v=spf1: all are ignored, make one of them`,
    )
  }
  const [entry] = entries
  if (!entry) {
    return warning(
      `${domain} does not say who sends for it (SPF): add a TXT entry as your mail provider says, such as "v=spf1 mx -all"`,
    )
  }
  return /[\s][+?]?all\b/i.test(entry)
    ? warning(`${domain} lets everybody send for it (SPF): end the entry with -all or ~all`)
    : ok(`${domain} says who sends for it (SPF)`)
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
      'mails are not signed here (DKIM_KEY): does the mail server sign them? A mail that arrived says dkim=pass in its source',
    )
  }
  const dkim = await keyInUse(config, file)
  const { name, text } = dkimEntry(dkim)
  const entry = await findEntry(dkim, lookUp)
  if (entry === 'missing') return wrong(`no key is found at ${name}: add a TXT entry "${text}"`)
  return entry === 'published'
    ? ok(`mails are signed, and receivers find the key at ${name}`)
    : wrong(`another key stands at ${name}: mails fail. Its TXT entry has to be "${text}"`)
}

/** Checks the DMARC policy (RFC 7489) of the domain, or else of the domain above it. */
async function checkDmarc(domain: string, lookUp: LookUp): Promise<Finding> {
  const above = domain.split('.').slice(1)
  const domains = above.length > 1 ? [domain, above.join('.')] : [domain]
  for (const each of domains) {
    const entries = await lookUp(`_dmarc.${each}`)
    if (entries.some((text) => /^v=DMARC1\s*(;|$)/i.test(text))) {
      return ok(`${each} says what becomes of mails that others send in its name (DMARC)`)
    }
  }
  return warning(
    `${domain} does not say what becomes of mails that others send in its name (DMARC), which large providers ask for: add a TXT entry at _dmarc.${domain}, "v=DMARC1; p=none" to begin with`,
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
        `no name server answers about ${domain} (${codeOf(error)}): SPF, DKIM and DMARC were not looked at`,
      ),
    ]
  }
}

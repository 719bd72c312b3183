import { resolveTxt } from 'node:dns/promises'
import type { Config } from '#platform/server/config.ts'
import { dkimEntry, domainOf, readDkim } from '#platform/server/mail/dkim.ts'
import { codeOf, type Finding, ok, warning, wrong } from './finding.ts'

/** Texts of a name; empty where there are none. Rejects where no name server answers. */
type LookUp = (name: string) => Promise<string[]>

async function textsOf(name: string): Promise<string[]> {
  try {
    // A long text comes in parts, which belong together.
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return []
    throw error
  }
}

/** Which servers may send for the domain (RFC 7208). */
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

/** Whether the key with which mails are signed is the one that receivers find (RFC 6376). */
async function checkDkim(config: Config, lookUp: LookUp): Promise<Finding> {
  const dkim = readDkim(config)
  if (!dkim) {
    return warning(
      'mails are not signed here (DKIM_KEY): does the mail server sign them? A mail that arrived says dkim=pass in its source',
    )
  }
  const { name, text } = dkimEntry(dkim)
  const published = (await lookUp(name)).map((entry) => entry.replace(/\s/g, ''))
  const key = text.slice(text.indexOf('p='))
  if (published.length === 0) return wrong(`no key is found at ${name}: add a TXT entry "${text}"`)
  return published.some((entry) => entry.includes(key))
    ? ok(`mails are signed, and receivers find the key at ${name}`)
    : wrong(`another key stands at ${name}: mails fail. Its TXT entry has to be "${text}"`)
}

/** What receivers are to do with mails that pass neither (RFC 7489): of the domain, or of the one above it. */
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
 * Looks at what the name server says of the domain that mails come from, and at the key with which they are signed.
 * Without it mails end among the spam.
 */
export async function checkSender(config: Config, lookUp: LookUp = textsOf): Promise<Finding[]> {
  const { smtpUrl, mailFrom } = config
  const domain = domainOf(mailFrom)
  // Nothing is sent, or to this machine alone.
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

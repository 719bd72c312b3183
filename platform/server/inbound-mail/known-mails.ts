import type { Deps } from '../deps.ts'
import type { UserRow } from '../identity/tables.ts'
import { findAnswerable } from '../mail/answerable-mails.ts'
import { domainOf } from '../mail/dkim.ts'
import type { Known } from './quotations.rules.ts'
import type { ReadMail } from './reading-mail.ts'

/** The name in an address such as `Letterlend <hello@lend.example.org>`. */
const nameIn = (address: string) => /^\s*"?([^"<]*?)"?\s*</.exec(address)?.[1] ?? ''

/** What a reply to this feature's mails may quote: the possible mails, and the sender names. */
export async function knownTo(
  { database, config, settings }: Deps,
  { fromName }: Pick<ReadMail, 'fromName'>,
  person: UserRow,
  about: string,
): Promise<Known> {
  const { mailFrom, publicUrl, inbound } = config
  return {
    mails: await findAnswerable(database.orm, { about, person: person.id }),
    host: new URL(publicUrl).hostname,
    names: [nameIn(mailFrom), settings.current().brand.name],
    domains: [domainOf(mailFrom), ...(inbound ? [inbound.address.domain] : [])],
    writer: [person.firstname ?? '', fromName],
  }
}

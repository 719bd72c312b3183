import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { users } from '#platform/server/identity/tables.ts'
import { CLAIM_LINK_MS, createToken } from '#platform/server/identity/tokens.queries.ts'
import { beginMailing, countMailing } from '#platform/server/mail/mailings.queries.ts'
import type { MailingKind } from '#platform/server/mail/mailings.ts'
import { paths } from '#platform/shared/paths.ts'
import {
  countClaimable,
  findAskedInVain,
  markAsMailed,
  namesOfStickers,
  ownersToMail,
} from './claims.queries.ts'
import { claimMail } from './mails.ts'
import { createUpkeepToken } from './upkeep-tokens.queries.ts'

const KIND = 'claims'

/** The progress of the mails about the letterboxes of one import. */
export interface ClaimMails {
  /** Owners who can be mailed and were not yet. */
  open: number
  begun_at: string | null
  waiting: number
  sent: number
}

/**
 * Starts to mail the owners of imported letterboxes that meet a condition, at the pace of mass mailings.
 * @param subject the import
 * @returns false if that has started already
 */
export function beginClaimMails(tx: Db, subject: string, which: SQL, now: Date): Promise<boolean> {
  return beginMailing(tx, { kind: KIND, subject }, ownersToMail(which), now)
}

export async function countClaimMails(db: Db, subject: string, which: SQL): Promise<ClaimMails> {
  const mailing = await countMailing(db, { kind: KIND, subject })
  return {
    open: await countClaimable(db, which),
    begun_at: mailing?.begunAt.toISOString() ?? null,
    waiting: mailing ? mailing.people.waiting + mailing.people.handed : 0,
    sent: mailing?.people.sent ?? 0,
  }
}

/** Owners whose mail is begun in one round. */
const ROUND = 50

/** Mails owners of imported letterboxes when the first member wants to ask them for something. */
export async function mailAskedOwners({ database, clock }: Deps): Promise<void> {
  for (const { id, user_id } of await findAskedInVain(database.orm, ROUND)) {
    const mailing = { kind: KIND, subject: `asked-${id}` }
    await database.orm.transaction((tx) =>
      beginMailing(tx, mailing, eq(users.id, user_id), clock()),
    )
  }
}

/** One mail to the owner of an imported letterbox: what the map shows, and a link that hands it over. */
export const claimMails: MailingKind = {
  kind: KIND,
  by: 'mail',
  toUnconfirmed: true,
  async share(tx, { config, clock, settings }, _subject, user) {
    const now = clock()
    const letterbox = await markAsMailed(tx, user.id, now)
    if (!letterbox) return 'skipped'
    const secret = await createToken(tx, 'email_confirmation', user, now, null, CLAIM_LINK_MS)
    const upkeepToken = await createUpkeepToken(tx, user.id, now)
    return {
      mail: {
        to: user.email,
        lang: user.lang,
        content: claimMail({
          firstname: user.firstname,
          address: `${letterbox.address}, ${letterbox.postcode} ${letterbox.city}`,
          items: await namesOfStickers(tx, letterbox.id, user.lang),
          contact: settings.current().operator.email,
          claimUrl: config.publicUrl + paths.confirmEmail({ email_confirmation_token: secret }),
          takeOffUrl:
            config.publicUrl + paths.confirmItems({ token: upkeepToken, answer: 'take_off' }),
        }),
      },
    }
  },
}

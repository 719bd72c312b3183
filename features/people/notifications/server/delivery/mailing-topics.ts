import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { noteLeft } from '#platform/server/mail/mailings.queries.ts'
import { MAILING_TOPICS, type MailingTopic } from '#platform/shared/notification-kinds.ts'
import type { MailSettings } from '../../contract.ts'

type Columns = Pick<UserRow, 'announcement_mails' | 'neighbourhood_mails'>

const COLUMNS = {
  announcements: 'announcement_mails',
  neighbourhood: 'neighbourhood_mails',
} as const satisfies Record<MailingTopic, keyof Columns>

export const isMailingTopic = (about: string): about is MailingTopic =>
  MAILING_TOPICS.some((topic) => topic === about)

/** Whether a user gets mails of a topic. The neighbourhood mail requires consent. */
export const wantsMailsOf = (user: Columns, topic: MailingTopic): boolean =>
  user[COLUMNS[topic]] === true

/** What a user has chosen, by topic. */
type Chosen = Pick<MailSettings, MailingTopic>

export const chosenMails = (user: Columns): Chosen => ({
  announcements: user.announcement_mails,
  neighbourhood: user.neighbourhood_mails,
})

/**
 * Switches topics on or off, and counts users who leave. `null` resets the neighbourhood mail to
 * unanswered.
 * @param user the locked account before the change
 * @returns the settings after the change
 */
export async function changeMailSettings(
  tx: Db,
  user: UserRow,
  change: { [Topic in MailingTopic]?: Chosen[Topic] | undefined },
  now: Date,
): Promise<Chosen> {
  const { announcements = user.announcement_mails, neighbourhood = user.neighbourhood_mails } =
    change
  const columns = { announcement_mails: announcements, neighbourhood_mails: neighbourhood }
  await tx.update(users).set(columns).where(eq(users.id, user.id))
  for (const topic of MAILING_TOPICS) {
    const leaves = wantsMailsOf(user, topic) && !wantsMailsOf(columns, topic)
    if (leaves) await noteLeft(tx, topic, user.id, now)
  }
  return chosenMails(columns)
}

import type { Db } from '#platform/server/db/client.ts'
import { noteLeft } from '#platform/server/mail/mailings.queries.ts'
import { MAILING_TOPICS, type MailingTopic } from '#platform/shared/notification-kinds.ts'
import type { MailSettings } from '../../contract.ts'
import type { MailChoices } from '../../tables.ts'
import { findMailChoices, storeMailChoices } from './mail-choices.queries.ts'

export const isMailingTopic = (about: string): about is MailingTopic =>
  MAILING_TOPICS.some((topic) => topic === about)

/** What a user has chosen, by topic. */
type Chosen = Pick<MailSettings, MailingTopic | 'neighbourhood_weekly'>

export const chosenMails = (choices: MailChoices): Chosen => ({
  announcements: choices.announcement_mails,
  neighbourhood: choices.neighbourhood_mails,
  neighbourhood_weekly: choices.neighbourhood_weekly,
})

/** Whether a user gets mails of a topic. The neighbourhood mail requires consent. */
export async function wantsMailsOf(db: Db, userId: string, topic: MailingTopic): Promise<boolean> {
  return chosenMails(await findMailChoices(db, userId))[topic] === true
}

/**
 * Switches topics on or off, and counts users who leave. `null` resets the neighbourhood mail to
 * unanswered. The caller has locked the account.
 * @returns the settings after the change
 */
export async function changeMailSettings(
  tx: Db,
  userId: string,
  change: { [Field in keyof Chosen]?: Chosen[Field] | undefined },
  now: Date,
): Promise<Chosen> {
  const before = chosenMails(await findMailChoices(tx, userId))
  const {
    announcements = before.announcements,
    neighbourhood = before.neighbourhood,
    neighbourhood_weekly = before.neighbourhood_weekly,
  } = change
  const after = { announcements, neighbourhood, neighbourhood_weekly }
  await storeMailChoices(tx, userId, {
    announcement_mails: announcements,
    neighbourhood_mails: neighbourhood,
    neighbourhood_weekly,
  })
  for (const topic of MAILING_TOPICS) {
    if (before[topic] && !after[topic]) await noteLeft(tx, topic, userId, now)
  }
  return after
}

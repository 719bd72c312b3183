import { sql } from 'drizzle-orm'
import {
  findMailChoices,
  mailsOffUrls,
  wantsMailsOf,
} from '#features/people/notifications/server/door.ts'
import { mail_choices } from '#features/people/notifications/tables.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature, FeatureJob } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { beginMailing, forgetMailings } from '#platform/server/mail/mailings.queries.ts'
import type { MailingKind } from '#platform/server/mail/mailings.ts'
import { MAILING } from '#platform/server/mail/questions.ts'
import { answering } from '#platform/server/questions.ts'
import { DAY_MS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { contentFor, reviseMail } from './gathering.ts'
import { neighbourhood } from './mails/neighbourhood.ts'
import { streetOfTen } from './mails/street-of-ten.ts'
import { tellStreets } from './streets.ts'
import { mailToBegin, type Rhythm, rhythmOf, whenToSend } from './times.ts'

const KIND = 'neighbourhood'
/** How long it is recorded who got a mail. */
const KEPT_MS = 180 * DAY_MS

const hasSubscribed = (rhythm: Rhythm) => sql`${users.id} IN (
  SELECT ${mail_choices.user_id} FROM ${mail_choices} WHERE ${mail_choices.neighbourhood_mails}
    AND ${mail_choices.neighbourhood_weekly} = ${rhythm === 'week'})`

const mailing: MailingKind = {
  kind: KIND,
  by: 'mail',
  async when(_tx, { config, clock, settings }, name) {
    const when = whenToSend(config, name, clock())
    // If switched off, the remaining mails wait, and resume if it is switched on again in time.
    return when === 'now' && !settings.current().mails.neighbourhood ? 'later' : when
  },
  async share(tx, deps, name, user) {
    const { config, clock } = deps
    if (!(await wantsMailsOf(tx, user.id, KIND))) return 'unsubscribed'
    const { neighbourhood_weekly: isWeekly } = await findMailChoices(tx, user.id)
    // Chosen since the mail began: the other one comes in its time.
    if (isWeekly !== (rhythmOf(name) === 'week')) return 'skipped'
    const content = await contentFor(tx, deps, user, name)
    if (!content) return 'skipped'
    const off = await mailsOffUrls(tx, config, { user, kind: 'unsubscribe_neighbourhood' }, clock())
    const notification = {
      user_id: user.id,
      kind: KIND,
      offUrl: off.page,
      settingsUrl: config.publicUrl + paths.notifications(),
    } as const
    return {
      mail: {
        to: user.email,
        lang: user.lang,
        content,
        unsubscribeUrl: off.oneClick,
        notification,
      },
    }
  },
}

/**
 * Begins the mail of this month and that of this week, each once for all processes, for the members who have chosen
 * it, if the community sends it.
 */
export async function beginMails({ database, config, clock, settings }: Deps): Promise<void> {
  if (!settings.current().mails.neighbourhood) return
  for (const rhythm of ['month', 'week'] as const) {
    const name = mailToBegin(rhythm, config, clock())
    if (name === null) continue
    await database.orm.transaction((tx) =>
      beginMailing(tx, { kind: KIND, subject: name }, hasSubscribed(rhythm), clock()),
    )
  }
}

const beginning: FeatureJob = {
  queue: 'neighbourhood-mail',
  everySeconds: 10 * MINUTE_SECONDS,
  run: beginMails,
}

const streets: FeatureJob = {
  queue: 'street-milestones',
  everySeconds: HOUR_SECONDS,
  run: tellStreets,
}

const forgettingOld = cleaning((db, now) =>
  forgetMailings(db, KIND, new Date(now.getTime() - KEPT_MS)),
)

/** A monthly or weekly mail for members who want to know what is new around them. */
export const neighbourhoodMail: Feature = {
  name: 'neighbourhood-mail',
  start({ mails, database, settings }) {
    mails.revise(neighbourhood, async (content) =>
      settings.current().mails.neighbourhood ? reviseMail(database.orm, content) : null,
    )
  },
  mails: [neighbourhood, streetOfTen],
  answers: [answering(MAILING, mailing)],
  jobs: [beginning, streets, forgettingOld],
}

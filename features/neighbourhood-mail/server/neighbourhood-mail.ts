import { eq } from 'drizzle-orm'
import { mailsOffUrls, wantsMailsOf } from '#features/notifications/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { BackgroundTask, Feature } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { beginMailing, forgetMailings } from '#platform/server/mail/mailings.queries.ts'
import type { MailingKind } from '#platform/server/mail/mailings.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { neighbourhood } from './mails/neighbourhood.ts'
import { contentFor, reviseMail } from './neighbourhood-mail.gathering.ts'
import { monthToBegin, whenToSend } from './neighbourhood-mail.times.ts'

const KIND = 'neighbourhood'
/** For so long it is known who got the mail of a month. */
const KEPT_MS = 180 * DAY_MS

const monthly: MailingKind = {
  kind: KIND,
  by: 'mail',
  when: async (_tx, { config, clock }, month) => whenToSend(config, month, clock()),
  async share(tx, deps, month, user) {
    const { config, clock } = deps
    if (!wantsMailsOf(user, KIND)) return 'unsubscribed'
    const content = await contentFor(tx, deps, user, month)
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

/** Begins the mail of this month, once for all processes: to whoever has ticked it by now. */
export async function beginOfMonth({ database, config, clock }: Deps): Promise<void> {
  const month = monthToBegin(config, clock())
  if (month === null) return
  await database.orm.transaction((tx) =>
    beginMailing(tx, { kind: KIND, subject: month }, eq(users.neighbourhood_mails, true), clock()),
  )
}

const beginning: BackgroundTask = {
  name: 'beginning the neighbourhood mail',
  everyMs: 10 * MINUTE_MS,
  run: beginOfMonth,
}

/** A mail a month for whoever wants to know what is new around them. */
export const neighbourhoodMail: Feature = {
  name: 'neighbourhood-mail',
  start({ mails, database }) {
    mails.revise(neighbourhood, (content) => reviseMail(database.orm, content))
  },
  mails: [neighbourhood],
  mailings: [monthly],
  background: [beginning],
  cleanUp: (db, now) => forgetMailings(db, KIND, new Date(now.getTime() - KEPT_MS)),
}

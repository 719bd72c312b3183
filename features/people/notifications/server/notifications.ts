import { eq, lt } from 'drizzle-orm'
import type { Feature, FeatureJob } from '#platform/server/feature.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { heldStoredKey } from '#platform/server/keys/held-keys.ts'
import { forgetOldKeys } from '#platform/server/keys/stored-keys.ts'
import { DAY_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { mail_choices, notices, push_subscriptions } from '../tables.ts'
import { frequencyOf } from './delivery/frequencies.ts'
import { isMailingTopic, wantsMailsOf } from './delivery/mailing-topics.ts'
import { VAPID_KEYS } from './delivery/push-keys.ts'
import { watchOfDevices } from './delivery/silent-devices.ts'
import { gatherDigests, reviseDigest } from './gathering-digests.ts'
import { digest } from './mails/digest.ts'
import { addNotificationRoutes } from './notifications.routes.ts'
import { addUnsubscribeRoutes } from './unsubscribe.routes.ts'

/** No digest waits longer than this; older notices are outdated. */
const FORGET_NOTICES_AFTER_MS = 21 * DAY_MS

/** Polls at this interval, so a digest due at eight is sent some minutes later. */
const gathering: FeatureJob = {
  queue: 'digests',
  everySeconds: 5 * MINUTE_SECONDS,
  run: gatherDigests,
}

const forgettingOld = cleaning(async (db, now) => {
  await forgetOldKeys(db, VAPID_KEYS, now)
  const before = new Date(now.getTime() - FORGET_NOTICES_AFTER_MS)
  await db.delete(notices).where(lt(notices.created_at, before))
})

export { PushQueue } from './delivery/push-queue.ts'

/** Notification frequencies, and the digests for users who chose daily or weekly mails. */
export const notifications: Feature = {
  name: 'notifications',
  start(deps) {
    const { mails, database } = deps
    mails.revise(digest, (content) => reviseDigest(deps, content))
    mails.sendOnlyTo(async ({ user_id, kind }) => {
      const user = await findUser(database.orm, user_id)
      if (!user || user.suspended_at) return false
      if (isMailingTopic(kind)) return wantsMailsOf(database.orm, user_id, kind)
      return kind === 'digest' || frequencyOf(user, kind) !== 'off'
    })
  },
  routes(app, deps) {
    addNotificationRoutes(app, deps)
    addUnsubscribeRoutes(app, deps)
  },
  mails: [digest],
  jobs: [gathering, watchOfDevices, forgettingOld],
  merge: {
    // Moves notices that wait for the next digest. Devices end with their sessions.
    async move(tx, _deps, { from, into }) {
      await tx.update(notices).set({ user_id: into.id }).where(eq(notices.user_id, from.id))
    },
  },
  personalData: [
    { table: mail_choices, where: ({ id }) => eq(mail_choices.user_id, id) },
    {
      table: push_subscriptions,
      secret: ['endpoint', 'p256dh', 'auth'],
      where: ({ id }) => eq(push_subscriptions.user_id, id),
    },
  ],
  notExported: {
    notices: 'copies of messages and reminders that wait to be told, deleted within weeks',
  },
  keys: [heldStoredKey('push', VAPID_KEYS)],
}

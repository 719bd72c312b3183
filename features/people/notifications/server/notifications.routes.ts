import { ECDH } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { findUser, lockUser } from '#platform/server/identity/users.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { mailSettingsApi, notificationsApi, pushApi } from '../contract.ts'
import { presentFrequencies, settleFrequencies } from './delivery/frequencies.ts'
import { findMailChoices } from './delivery/mail-choices.queries.ts'
import { changeMailSettings, chosenMails } from './delivery/mailing-topics.ts'
import { isPushService } from './delivery/push-services.ts'
import {
  findSubscriptions,
  markShown,
  removeSubscription,
  removeSubscriptionsOfSession,
  saveSubscription,
} from './delivery/push-subscriptions.queries.ts'

export function addNotificationRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'userSettings', notificationsApi, {
    async get({ viewer }) {
      const user = await findUser(orm, viewer.id)
      if (!user) throw new AppError('unauthorized')
      return presentFrequencies(user)
    },
    update: ({ body, viewer }) =>
      orm.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id)
        if (!user) throw new AppError('unauthorized')
        const stored = settleFrequencies(body)
        if (Object.keys(stored).length > 0) {
          await tx.update(users).set(stored).where(eq(users.id, viewer.id))
        }
        return presentFrequencies({ ...user, ...stored })
      }),
  })
  const ofCommunity = () => ({ sends_neighbourhood: deps.settings.current().mails.neighbourhood })
  registerEndpoints(app, deps, 'userSettings', mailSettingsApi, {
    async get({ viewer }) {
      return { ...chosenMails(await findMailChoices(orm, viewer.id)), ...ofCommunity() }
    },
    update: ({ body, viewer }) =>
      orm.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id)
        if (!user) throw new AppError('unauthorized')
        const chosen = await changeMailSettings(tx, user.id, body, deps.clock())
        return { ...chosen, ...ofCommunity() }
      }),
  })
  registerEndpoints(app, deps, 'push', pushApi, {
    async subscribe({ body: { endpoint, keys }, viewer }) {
      if (!isPushService(endpoint, deps.config.push)) {
        throw fieldError('endpoint', VALIDATION.invalid)
      }
      if (!isPublicKey(keys.p256dh)) throw fieldError('keys', VALIDATION.invalid)
      const device = { endpoint, ...keys }
      await orm.transaction((tx) => saveSubscription(tx, viewer, device, deps.clock()))
      return null
    },
    async unsubscribe({ body, viewer }) {
      if (body.endpoint) await removeSubscription(orm, viewer.id, body.endpoint)
      else await removeSubscriptionsOfSession(orm, viewer.session_id)
      return null
    },
    async received({ body }) {
      await markShown(orm, body)
      return null
    },
    async devices({ viewer }) {
      const devices = await findSubscriptions(orm, [viewer.id], deps.clock())
      const silent = devices.filter(({ silent_at }) => silent_at !== null).length
      return { count: devices.length, silent }
    },
  })
}

/** A key that is no point of the curve would fail at every push, so it is rejected here. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Privacy } from '#features/places/letterboxes/privacy/contract.ts'
import { settlePrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import { confirmItems, setHoliday } from '#features/places/letterboxes/reach/server/door.ts'
import { changeOwn, findLetterboxOfUser } from '#features/places/letterboxes/server/door.ts'
import { dayIn, daysBetween } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { addOneClickRoutes } from '#platform/server/mail/one-click.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { type ConfirmationAnswer, MAX_HOLIDAY_DAYS, upkeepApi } from '../contract.ts'
import { STOP_PATH, stopAsking } from './asking.ts'
import { redeemUpkeepToken } from './upkeep-tokens.queries.ts'

/** The privacy settings that an answer changes; null if none. */
const PRIVACY_AFTER: Record<ConfirmationAnswer, Partial<Privacy> | null> = {
  still_true: null,
  still_lending: null,
  not_now: { takes_requests: false },
  take_off: { show_on_map: false },
}

/** Routes for an owner's occasional tasks: holidays, and confirming the stickers. */
export function addUpkeepRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, config } = deps
  const { orm } = database

  registerEndpoints(
    app,
    deps,
    'letterboxes',
    upkeepApi,
    {
      updateHoliday({ body: { holiday_until: until }, viewer }) {
        const today = dayIn(config.timeZone, clock())
        if (until !== null) {
          const days = daysBetween(today, until)
          if (days < 0 || days > MAX_HOLIDAY_DAYS) {
            throw fieldError('holiday_until', VALIDATION.date)
          }
        }
        return changeOwn(deps, viewer, (tx, letterbox) => setHoliday(tx, letterbox, until))
      },

      confirmItems: ({ viewer }) =>
        changeOwn(deps, viewer, (tx, letterbox) => confirmItems(tx, letterbox.user_id, clock())),

      async answerConfirmation({ body }) {
        const now = clock()
        const letterboxId = await orm.transaction(async (tx) => {
          const userId = await redeemUpkeepToken(tx, body.token, now)
          // Locks the account before the letterbox, as everywhere.
          const user = userId && (await lockUser(tx, userId))
          if (!user) throw new AppError('invalid_token')
          await confirmItems(tx, user.id, now)
          const change = PRIVACY_AFTER[body.answer]
          if (change) {
            await tx.update(users).set(settlePrivacy(user, change)).where(eq(users.id, user.id))
          }
          return (await findLetterboxOfUser(tx, user.id))?.letterbox.id
        })
        if (letterboxId) await deps.letterboxFeed.refresh([letterboxId])
        return null
      },
    },
    { answerConfirmation: 'links' },
  )
  addOneClickRoutes(app, {
    path: STOP_PATH,
    tag: 'letterboxes',
    summary: 'Ends the yearly question about the stickers (RFC 8058)',
    async end(token) {
      if (!(await stopAsking(orm, token, clock()))) throw new AppError('invalid_token')
    },
    page: () => paths.profile(),
  })
}

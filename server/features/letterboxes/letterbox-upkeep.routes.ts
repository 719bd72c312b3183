import { VALIDATION } from '@letterlend/contract/errors.ts'
import { letterboxUpkeepApi, MAX_HOLIDAY_DAYS } from '@letterlend/contract/letterbox-upkeep.ts'
import type { OwnLetterbox } from '@letterlend/contract/letterboxes.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { background } from '../../jobs/background.ts'
import { findUser } from '../accounts/accounts.queries.ts'
import { settlePrivacy } from '../accounts/accounts.rules.ts'
import { dayIn, daysBetween } from './community-day.ts'
import {
  askForConfirmation,
  confirmItems,
  deleteExpiredUpkeepTokens,
  endHolidays,
  redeemUpkeepToken,
  STOP_PATH,
  setHoliday,
  stopReminders,
} from './letterbox-upkeep.queries.ts'
import { lockOwn, type OwnLetterboxRow } from './letterboxes.ownership.ts'
import { presentOwnLetterbox, presentPrivacy } from './letterboxes.presenter.ts'
import { findLetterboxOfUser } from './letterboxes.queries.ts'

/** How often a process looks for holidays that are over and stickers that grew old. */
const EVERY_MS = 60_000

/** What an owner does now and then: going on holiday, saying that the stickers are still true. */
export function addLetterboxUpkeepRoutes(app: FastifyInstance): void {
  const { database, clock, config } = app.deps
  const { orm } = database

  async function change(
    viewer: Viewer,
    write: (tx: Db, letterbox: OwnLetterboxRow) => Promise<void>,
  ): Promise<OwnLetterbox> {
    await orm.transaction(async (tx) => {
      const { letterbox } = await lockOwn(tx, viewer)
      if (!letterbox) throw new AppError('conflict')
      await write(tx, letterbox)
    })
    const full = await findLetterboxOfUser(orm, viewer.id)
    if (!full) throw new AppError('conflict')
    await app.letterboxFeed.refresh([full.letterbox.id])
    return presentOwnLetterbox(full, clock(), viewer.id)
  }

  registerEndpoints(
    app,
    'letterboxes',
    letterboxUpkeepApi,
    {
      updateHoliday({ body: { holiday_until: until }, viewer }) {
        const today = dayIn(config.timeZone, clock())
        if (until !== null) {
          const days = daysBetween(today, until)
          if (days < 0 || days > MAX_HOLIDAY_DAYS) {
            throw fieldError('holiday_until', VALIDATION.date)
          }
        }
        return change(viewer, (tx, letterbox) => setHoliday(tx, letterbox, until))
      },

      confirmItems: ({ viewer }) =>
        change(viewer, (tx, letterbox) => confirmItems(tx, letterbox.user_id, clock())),

      async answerConfirmation({ body }) {
        const now = clock()
        const letterboxId = await orm.transaction(async (tx) => {
          const userId = await redeemUpkeepToken(tx, body.token, now)
          const user = userId && (await findUser(tx, userId))
          if (!user) throw new AppError('invalid_token')
          await confirmItems(tx, user.id, now)
          if (body.answer === 'take_off') {
            await tx
              .update(users)
              .set(settlePrivacy(presentPrivacy(user), { show_on_map: false }))
              .where(eq(users.id, user.id))
          }
          return (await findLetterboxOfUser(tx, user.id))?.letterbox.id
        })
        if (letterboxId) await app.letterboxFeed.refresh([letterboxId])
        return null
      },
    },
    { answerConfirmation: { max: 60, timeWindow: '10 minutes' } },
  )
  addStopRoute(app)
}

const stopQuery = z.object({ token: z.string().min(1).max(512) })

/** Mail programs POST a form to it; a person who opens it comes to the profile. */
function addStopRoute(app: FastifyInstance): void {
  const { database, clock } = app.deps
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    scope.post<{ Querystring: z.output<typeof stopQuery> }>(
      STOP_PATH,
      {
        schema: {
          tags: ['letterboxes'],
          summary: 'Stops the yearly question about the stickers (RFC 8058)',
          querystring: stopQuery,
        },
      },
      async (request, reply) => {
        if (!(await stopReminders(database.orm, request.query.token, clock()))) {
          throw new AppError('invalid_token')
        }
        return reply.status(204).send()
      },
    )
    scope.get(STOP_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.redirect('/profile'),
    )
  })
}

/** One round of what nobody has to call for. Safe in several processes at once. */
export async function keepUp({ deps }: Pick<FastifyInstance, 'deps'>): Promise<void> {
  const { database, clock, config } = deps
  const now = clock()
  await endHolidays(database.orm, dayIn(config.timeZone, now))
  await deleteExpiredUpkeepTokens(database.orm, now)
  await database.orm.transaction((tx) => askForConfirmation(tx, deps, now))
}

/** Ends holidays and asks for confirmations while the app is open, first at its start. */
export function addUpkeep(app: FastifyInstance): void {
  const timing = { name: 'upkeep of letterboxes', everyMs: EVERY_MS, atOnce: true }
  let stop = async () => {}
  app.addHook('onReady', async () => {
    stop = background(app.deps, timing, () => keepUp(app))
  })
  app.addHook('onClose', () => stop())
}

import { VALIDATION } from '@letterlend/contract/errors.ts'
import type { Position } from '@letterlend/contract/geography.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { MAX_WISHES, wishesApi } from '@letterlend/contract/wishes.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/client.ts'
import { items } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { nameOfPlaceAround } from '../../geocoding/offline.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { type AttemptLimit, limitAttempts } from '../../identity/attempts.queries.ts'
import { networkOf } from '../../identity/visitor-network.ts'
import { addOneClickRoutes } from '../../mail/one-click.ts'
import { findMembers } from '../letterboxes/letterboxes.ownership.ts'
import { findLetterboxOfUser } from '../letterboxes/letterboxes.queries.ts'
import { wishConfirmation } from './mails/wish-confirmation.ts'
import { confirmWishUrl, UNSUBSCRIBE_PATH } from './wishes.links.ts'
import {
  confirmWish,
  createWishToken,
  deleteWish,
  findWishByToken,
  findWishedAround,
  insertUnconfirmedWish,
  isWishable,
  listWishesOfUser,
  type NewWish,
  presentLinkedWish,
  presentWish,
  rememberKnown,
  removeWishOfUser,
  saveWishOfUser,
  type WishRow,
} from './wishes.queries.ts'
import { coarse, countWished, degreesOf } from './wishes.rules.ts'

const DAY_MS = 86_400_000
/** Mails that strangers can cause: to one address, and from one network. */
const PER_ADDRESS: AttemptLimit = { max: 5, windowMs: DAY_MS }
const PER_NETWORK: AttemptLimit = { max: 20, windowMs: DAY_MS }
const LINK_LIMIT = { max: 60, timeWindow: '10 minutes' } as const
/** As many letterboxes that are there already as a new wish takes note of. */
const MOST_KNOWN = 500

/** The box around a circle; it may cross the antimeridian, and it may be the whole way round. */
function boxAround({ latitude, longitude }: Position, metres: number) {
  const high = degreesOf(metres)
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  const wrap = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  return {
    southWest: {
      latitude: Math.max(-90, latitude - high),
      longitude: wide >= 180 ? -180 : wrap(longitude - wide),
    },
    northEast: {
      latitude: Math.min(90, latitude + high),
      longitude: wide >= 180 ? 180 : wrap(longitude + wide),
    },
  }
}

/** Routes of wishes. */
export function addWishRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock, captcha, mails } = deps
  const { orm } = database

  /** Those that a wish would find on the map already. */
  function knownTo(wish: WishRow): string[] {
    const { letterboxes } = deps.letterboxFeed.index.nearest({
      stickerId: wish.item_id,
      box: boxAround(wish, wish.radius),
      from: wish,
      limit: MOST_KNOWN,
    })
    return letterboxes.filter(({ distance }) => distance <= wish.radius).map(({ id }) => id)
  }

  /** Everything a wish that comes to life needs, in its transaction. */
  async function begin(tx: Db, row: WishRow | 'too_many' | 'gone', now: Date): Promise<WishRow> {
    if (row === 'too_many') throw new AppError('too_many_wishes')
    if (row === 'gone') throw new AppError('invalid_token')
    await rememberKnown(tx, row.id, knownTo(row), now)
    return row
  }

  async function askToConfirm(email: string, wish: NewWish, ip: string): Promise<void> {
    const now = clock()
    await limitAttempts(orm, ['wish', networkOf(ip)], PER_NETWORK, now)
    await limitAttempts(orm, ['wish', email.toLowerCase()], PER_ADDRESS, now)
    await orm.transaction(async (tx) => {
      const row = await insertUnconfirmedWish(tx, email, wish, now)
      const secret = await createWishToken(tx, row.id, 'confirm')
      const [item] = await tx.select().from(items).where(eq(items.id, wish.item_id))
      await mails.enqueue(tx, {
        to: email,
        lang: wish.lang,
        content: wishConfirmation({
          item: item?.[`name_${wish.lang}`] ?? '',
          place: wish.place,
          kilometres: wish.radius / 1000,
          url: confirmWishUrl(config, secret),
        }),
      })
    })
  }

  registerEndpoints(
    app,
    deps,
    'wishes',
    wishesApi,
    {
      async create({ body, viewer, request }) {
        const { email, captcha: solution, ...rest } = body
        if (!viewer) {
          if (!email) throw fieldError('email', VALIDATION.email)
          await captcha.check(solution)
        } else if (!viewer.email_confirmed) throw new AppError('email_not_confirmed')
        if (!(await isWishable(orm, rest.item_id))) throw fieldError('item_id', VALIDATION.item)
        const spot = { latitude: coarse(rest.latitude), longitude: coarse(rest.longitude) }
        const place = await nameOfPlaceAround(spot, rest.lang)
        const wish: NewWish = { ...rest, ...spot, place }
        if (!viewer) {
          await askToConfirm(email ?? '', wish, request.ip)
          return { status: 'confirmation_sent' } as const
        }
        const now = clock()
        await orm.transaction(async (tx) => {
          await begin(tx, await saveWishOfUser(tx, viewer.id, wish, { now, max: MAX_WISHES }), now)
        })
        return { status: 'saved' } as const
      },

      async list({ viewer }) {
        return (await listWishesOfUser(orm, viewer.id, clock())).map(presentWish)
      },

      async remove({ body, viewer }) {
        if (!(await removeWishOfUser(orm, viewer.id, body.id))) throw new AppError('not_found')
        return null
      },

      async confirm({ body }) {
        const now = clock()
        const find = (tx: Db) => findWishByToken(tx, 'confirm', body.token, now)
        return orm.transaction(async (tx) => {
          const wish = await find(tx)
          if (!wish) throw new AppError('invalid_token')
          const limits = { now, max: MAX_WISHES }
          const confirmed = await confirmWish(tx, wish, limits)
          const taken = confirmed === 'gone' ? ((await find(tx)) ?? 'gone') : confirmed
          return presentLinkedWish(await begin(tx, taken, now))
        })
      },

      async end({ body }) {
        const wish = await findWishByToken(orm, 'end', body.token, clock())
        if (!wish) throw new AppError('invalid_token')
        await deleteWish(orm, wish.id)
        return presentLinkedWish(wish)
      },

      async nearby({ viewer }) {
        const full = await findLetterboxOfUser(orm, viewer.id)
        const { latitude, longitude } = full?.letterbox ?? {}
        if (!full || latitude == null || longitude == null) return []
        const spot = { latitude, longitude }
        const managers = [full.owner, ...(await findMembers(orm, [full.letterbox.id]))]
        return countWished(await findWishedAround(orm, spot, managers, clock()))
      },
    },
    { create: LINK_LIMIT, confirm: LINK_LIMIT, end: LINK_LIMIT },
  )
  addOneClickRoutes(app, {
    path: UNSUBSCRIBE_PATH,
    tag: 'wishes',
    summary: 'One-click end of a wish (RFC 8058)',
    async end(token) {
      const wish = await findWishByToken(orm, 'end', token, clock())
      if (wish) await deleteWish(orm, wish.id)
    },
    page: (token) => paths.endWish({ token }),
  })
}

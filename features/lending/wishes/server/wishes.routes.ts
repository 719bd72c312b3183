import type { FastifyInstance } from 'fastify'
import { joinLine } from '#features/lending/waits/server/door.ts'
import { nameOfPlaceAround } from '#features/places/geocoding/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { addOneClickRoutes } from '#platform/server/mail/one-click.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { MAX_WISHES, wishesApi } from '../contract.ts'
import { askToConfirm } from './asking.ts'
import { beginWish } from './beginning.ts'
import { UNSUBSCRIBE_PATH } from './links.ts'
import { wishedNear } from './nearby.ts'
import { presentLinkedWish, presentWish } from './presenter.ts'
import { confirmWish, type NewWish, saveWishOfUser } from './saving.ts'
import {
  deleteWish,
  findWishByToken,
  isWishable,
  listWishesOfUser,
  removeWishOfUser,
} from './wishes.queries.ts'
import { coarse } from './wishes.rules.ts'

export function addWishRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, captcha } = deps
  const { orm } = database

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
          await askToConfirm(deps, email ?? '', wish, request.ip)
          return { status: 'confirmation_sent' } as const
        }
        const now = clock()
        await orm.transaction(async (tx) => {
          await beginWish(
            tx,
            deps,
            await saveWishOfUser(tx, viewer.id, wish, { now, max: MAX_WISHES }),
            now,
          )
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
          const settled = confirmed === 'gone' ? ((await find(tx)) ?? 'gone') : confirmed
          return presentLinkedWish(await beginWish(tx, deps, settled, now))
        })
      },

      async end({ body }) {
        const wish = await findWishByToken(orm, 'end', body.token, clock())
        if (!wish) throw new AppError('invalid_token')
        await deleteWish(orm, wish.id)
        return presentLinkedWish(wish)
      },

      async askLater({ body, viewer }) {
        if (!viewer.email_confirmed) throw new AppError('email_not_confirmed')
        await orm.transaction((tx) => joinLine(tx, deps, viewer.id, body))
        return null
      },

      async nearby({ viewer }) {
        const wished = await wishedNear(orm, viewer.id, clock())
        return wished.map(({ item_id, count }) => ({ item_id, count }))
      },
    },
    { create: 'forms', confirm: 'links', end: 'links', askLater: 'links' },
  )
  addOneClickRoutes(app, {
    path: UNSUBSCRIBE_PATH,
    tag: 'wishes',
    summary: 'Ends a wish with one click (RFC 8058)',
    async end(token) {
      const wish = await findWishByToken(orm, 'end', token, clock())
      if (wish) await deleteWish(orm, wish.id)
    },
    page: (token) => paths.endWish({ token }),
  })
}

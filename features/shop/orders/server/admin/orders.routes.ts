import type { FastifyInstance } from 'fastify'
import { tellOfTakenFile } from '#features/people/accounts/sessions/server/door.ts'
import { CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { sendCsv } from '#platform/server/http/csv.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { texts } from '#platform/server/texts.ts'
import { may } from '#platform/shared/task-matrix.ts'
import { adminOrdersApi } from '../../contract.admin.ts'
import { orders } from '../../tables.ts'
import { costOfCorrection } from '../correcting.ts'
import { findOrder } from '../orders.queries.ts'
import {
  cancelOrder,
  changeMany,
  confirmOrder,
  correctOrder,
  noteOrder,
  remindOrder,
  shipOrder,
  unshipOrder,
} from './changing.ts'
import { columnsFor, csvPagesOf } from './csv.ts'
import { addressForEyesOf, costForEyesOf } from './eyes.ts'
import { findWhole, settleMoney } from './orders.queries.ts'
import { listingOrders } from './search.ts'

/** Routes of orders for the staff; other callers get `not_found`. */
export function addAdminOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, config, features } = deps
  const { orm } = database
  const { timeZone } = config
  const { searchOrders, eachOrder } = listingOrders(deps)

  registerEndpoints(
    app,
    deps,
    'orders',
    adminOrdersApi,
    {
      async list({ query, viewer }) {
        const found = await searchOrders(orm, query, {
          within: inArea(viewer, orders),
          now: clock(),
          timeZone,
        })
        return { ...found, rows: found.rows.map((row) => addressForEyesOf(viewer, row)) }
      },

      async export({ query: { lang, ...query }, viewer, reply }) {
        const now = clock()
        // The search text may be a name, so the audit log does not contain it.
        const after = { ...query, search: query.search === '' ? '' : CHANGED }
        const act = { subject: 'order', subject_id: 'all', verb: 'export', after } as const
        await orm.transaction(async (tx) => {
          await recordAct(tx, viewer, act, now)
          await tellOfTakenFile(tx, deps, viewer, 'orders')
        })
        const file = texts('orders', lang ?? viewer.lang)('papers.ordersFile')
        const name = `${file}-${dayIn(timeZone, now)}.csv`
        const columns = columnsFor(viewer)
        const pages = eachOrder(orm, query, { within: inArea(viewer, orders), now, timeZone })
        const context = { features, timeZone, lang: lang ?? viewer.lang }
        return sendCsv(reply, name, columns, csvPagesOf(orm, pages, columns, context))
      },

      byId: ({ query, viewer }) => findWhole(orm, deps, query.id, clock(), viewer),

      async correctionCost({ query: { id, ...correction }, viewer }) {
        const full = await findOrder(orm, id, inArea(viewer, orders))
        if (!full) throw new AppError('not_found')
        const cost = await costOfCorrection(orm, deps, full, correction)
        if (!cost) throw new AppError('wrong_status')
        return costForEyesOf(viewer, cost)
      },

      async bulk({ body, viewer }) {
        // Each action requires its own task.
        if (!may(viewer, `POST /admin/orders/${body.act}`)) throw new AppError('task_missing')
        return { results: await changeMany(deps, viewer, body.act, body.orders) }
      },

      confirm: ({ body, viewer }) => confirmOrder(deps, viewer, body),
      ship: ({ body, viewer }) => shipOrder(deps, viewer, body),
      unship: ({ body, viewer }) => unshipOrder(deps, viewer, body),
      remind: ({ body, viewer }) => remindOrder(deps, viewer, body),
      correct({ body: { id, version, payment_amount, payment_currency, ...correction }, viewer }) {
        const shown = { payment_amount, payment_currency }
        return correctOrder(deps, viewer, { id, version }, correction, shown)
      },
      cancel: ({ body, viewer }) => cancelOrder(deps, viewer, body),
      note: ({ body: { note, ...read }, viewer }) => noteOrder(deps, viewer, read, note),

      settle: ({ body, viewer }) =>
        orm.transaction(async (tx) => {
          const now = clock()
          const by = { settled_at: now, settled_by: viewer.id }
          if (!(await settleMoney(tx, deps, body, by))) throw new AppError('not_found')
          const after = await findWhole(tx, deps, body.id, now, viewer)
          const act = { subject: 'order', subject_id: body.id, verb: 'settle' } as const
          await recordAct(tx, viewer, { ...act, label: after.refno }, now)
          return after
        }),
    },
    { export: 'exports' },
  )
}

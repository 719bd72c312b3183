import type { FastifyInstance } from 'fastify'
import { tellOfTakenFile } from '#features/people/accounts/sessions/server/door.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { sendCsv } from '#platform/server/http/csv.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { type CashBook, cashBookApi } from '../contract.admin.ts'
import { listMovements, sumBefore } from './cash-book.queries.ts'
import { cashBookOf } from './cash-book.rules.ts'
import { cashBookFile } from './cash-book-csv.ts'

/** Reads both in one snapshot, so that a concurrent payment appears in neither. */
function readCashBook(deps: Deps, month: string): Promise<CashBook> {
  const { database, config } = deps
  const which = { month, timeZone: config.timeZone }
  return database.orm.transaction(
    async (tx) =>
      cashBookOf(await sumBefore(tx, deps, which), await listMovements(tx, deps, which)),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Routes of the cash book, for the treasury. */
export function addCashBookRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, config } = deps
  registerEndpoints(
    app,
    deps,
    'orders',
    cashBookApi,
    {
      cashBook: ({ query }) => readCashBook(deps, query.month),

      async cashBookExport({ query: { month, lang, decimal }, viewer, reply }) {
        const act = { subject: 'order', subject_id: 'cash_book', verb: 'export' } as const
        await database.orm.transaction(async (tx) => {
          await recordAct(tx, viewer, { ...act, after: { month } }, clock())
          await tellOfTakenFile(tx, deps, viewer, 'cash_book')
        })
        const { timeZone } = config
        const cashBook = await readCashBook(deps, month)
        const { name, head, lines } = cashBookFile(cashBook, { lang, timeZone })
        async function* pages() {
          yield lines
        }
        return sendCsv(reply, `${name}-${month}.csv`, head, pages(), decimal)
      },
    },
    { cashBookExport: 'exports' },
  )
}

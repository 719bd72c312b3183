import { and, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { orders } from '../../tables.ts'
import { IDEA_STATES, type IdeaState, type OrderIdea } from '../contract.admin.ts'

/** Rows per page of an export. */
const EXPORT_PAGE = 1000

interface IdeaFilter {
  search: string
  state?: IdeaState | undefined
}

const presentIdea = (order: OrderRow): OrderIdea => ({
  id: order.id,
  refno: order.refno,
  idea: order.ideas,
  name: `${order.firstname} ${order.lastname}`.trim(),
  order_date: order.created_at.toISOString(),
  state: order.idea_state ?? 'new',
})

const stateOf = sql<IdeaState>`coalesce(${orders.idea_state}, 'new')`

const matching = ({ search, state }: IdeaFilter): SQL | undefined =>
  and(
    ne(orders.ideas, ''),
    search.trim() === '' ? undefined : holds(orders.ideas, search.trim()),
    state && sql`${stateOf} = ${state}`,
  )

const selectIdeas = (db: Db, where: SQL | undefined) =>
  db.select().from(orders).where(where).orderBy(desc(orders.created_at), desc(orders.id)).$dynamic()

/** One page of the matching ideas, and the count of each state. */
export async function searchIdeas(
  db: Db,
  { page, size, ...filter }: IdeaFilter & { page: number; size: number },
) {
  const rows = await selectIdeas(db, matching(filter))
    .limit(size)
    .offset((page - 1) * size)
  const counted = await db
    .select({ state: stateOf, count: count() })
    .from(orders)
    .where(matching({ search: filter.search }))
    .groupBy(sql`1`)
  const of = (state: IdeaState) => counted.find((row) => row.state === state)?.count ?? 0
  const [fresh, seen, settled] = IDEA_STATES.map(of)
  const counts = { new: fresh ?? 0, seen: seen ?? 0, settled: settled ?? 0 }
  const total = filter.state ? counts[filter.state] : counts.new + counts.seen + counts.settled
  return { rows: rows.map(presentIdea), total, counts }
}

/** The order of an idea, locked until the transaction ends. */
export async function lockIdea(db: Db, id: string): Promise<OrderIdea | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), ne(orders.ideas, '')))
    .for('update')
  return row ? presentIdea(row) : null
}

export async function markIdea(db: Db, id: string, state: IdeaState): Promise<void> {
  const idea_state = state === 'new' ? null : state
  await db.update(orders).set({ idea_state }).where(eq(orders.id, id))
}

/** All matching ideas, newest first, page by page, as rows of a file. */
export async function* ideaPagesOf(db: Db, filter: IdeaFilter) {
  for (let offset = 0; ; offset += EXPORT_PAGE) {
    const page = await selectIdeas(db, matching(filter)).limit(EXPORT_PAGE).offset(offset)
    yield page
      .map(presentIdea)
      .map(({ order_date, refno, state, idea }) => [order_date, refno, state, idea])
    if (page.length < EXPORT_PAGE) return
  }
}

import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { isLetterboxVisible } from '#features/places/letterboxes/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { hasOldToken, paths } from '#platform/shared/paths.ts'
import type { LegacyKind } from '../legacy-kinds.ts'
import { legacy_ids } from '../tables.ts'
import { isSiteMovedIn } from './moved-mails.queries.ts'

/** An id of the old site; the ids here are uuids. */
const OLD_ID = /^[1-9]\d{0,17}$/

async function findNew(db: Db, kind: LegacyKind, oldId: string): Promise<string | null> {
  const [row] = await db
    .select({ new_id: legacy_ids.new_id })
    .from(legacy_ids)
    .where(and(eq(legacy_ids.kind, kind), eq(legacy_ids.old_id, oldId)))
  return row?.new_id ?? null
}

const LETTERBOX_PATH = /^\/map\/letterbox\/(\d+)\/?$/i

/**
 * Where an address of the old site leads here; null if it is none. A hidden letterbox leads nowhere, like one that does
 * not exist. A link with a token of the old site leads to the login, which says so, and keeps only its language.
 */
export async function newAddressOf(db: Db, address: string): Promise<string | null> {
  const url = new URL(address, 'http://localhost')
  const { searchParams: query } = url
  if (hasOldToken(address)) {
    if (!(await isSiteMovedIn(db))) return null
    return paths.loginAfterOldLink({ lang: query.get('lang') ?? undefined })
  }
  const isMap = /^\/(map)?\/?$/i.test(url.pathname)
  const letterbox =
    LETTERBOX_PATH.exec(url.pathname)?.[1] ??
    (isMap ? (query.get('letterbox_id') ?? query.get('id')) : null)
  if (letterbox && OLD_ID.test(letterbox)) {
    const id = await findNew(db, 'letterbox', letterbox)
    if (!id || !(await isLetterboxVisible(db, id, null))) return null
    query.delete('letterbox_id')
    query.delete('id')
    return paths.letterbox(id) + url.search
  }
  const transaction = query.get('transaction_id')
  if (!transaction || !OLD_ID.test(transaction)) return null
  const id = await findNew(db, 'transaction', transaction)
  if (!id) return null
  query.set('transaction_id', id)
  return url.pathname + url.search
}

/** Fields of API calls that hold an id, and of what. */
const FIELDS: ReadonlyMap<string, LegacyKind> = new Map([
  ['letterbox_id', 'letterbox'],
  ['transaction_id', 'transaction'],
  ['message_id', 'message'],
  ['user_id', 'user'],
  ['renter_id', 'user'],
  ['order_id', 'order'],
])

/** `id` is that of the noun in the path. */
const kindOf = (name: string, path: string): LegacyKind | undefined => {
  if (name !== 'id') return FIELDS.get(name)
  return path.startsWith(`${API_BASE}/orders/`) ? 'order' : undefined
}

/** The order, if it belongs to the caller: the number of an order is easy to guess, its id is not. */
async function findOwnOrder(
  db: Db,
  oldId: string,
  request: FastifyRequest,
): Promise<string | null> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const id = token ? await findNew(db, 'order', oldId) : null
  if (!token || !id) return null
  const callers = db
    .select({ user_id: tokens.user_id })
    .from(tokens)
    .where(and(eq(tokens.token_hash, hashSecret(token)), eq(tokens.kind, 'session')))
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), inArray(orders.user_id, callers)))
  return order?.id ?? null
}

/** Replaces old ids in the query and the body of an API call by the new ones, before it is validated. */
export async function readOldIds(db: Db, request: FastifyRequest): Promise<void> {
  const path = request.url.split('?')[0] ?? ''
  if (!path.startsWith(API_BASE)) return
  for (const part of [request.query, request.body]) {
    if (typeof part !== 'object' || part === null) continue
    for (const [name, value] of Object.entries(part)) {
      const kind = kindOf(name, path)
      const isOld = typeof value === 'number' || typeof value === 'string'
      if (!kind || !isOld || !OLD_ID.test(String(value))) continue
      const id =
        kind === 'order'
          ? await findOwnOrder(db, String(value), request)
          : await findNew(db, kind, String(value))
      if (id) Reflect.set(part, name, id)
    }
  }
}

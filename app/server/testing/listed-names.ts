import { asc, sql } from 'drizzle-orm'
import type { Orm } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createUser } from './factories.ts'

interface ListedNames {
  /** In the database's order. */
  sorted: string[]
  /** Those that match "ÄRN". */
  holding: string[]
  /** How a typed address is compared with stored ones. */
  addressKey: string | undefined
}

/** Names of new accounts, as the database sorts and compares them. */
export async function listNames(orm: Orm): Promise<ListedNames> {
  for (const lastname of ['Zug', 'Östlund', 'ärni', 'Ott', 'Arni', 'Éclair', 'Ebner'])
    await createUser(orm, { lastname })
  const name = { lastname: users.lastname }
  const sorted = await orm.select(name).from(users).orderBy(asc(users.lastname))
  const byLower = sql`lower(${users.lastname})`
  const holding = await orm
    .select(name)
    .from(users)
    .where(holds(users.lastname, 'ÄRN'))
    .orderBy(byLower)
  const [typed] = await orm
    .select({ key: sql<string>`letterbox_address_key(${'3, RUE DU BŒUF'}::text)` })
    .from(sql`(VALUES (1)) AS once`)
  return {
    sorted: sorted.map(({ lastname }) => lastname),
    holding: holding.map(({ lastname }) => lastname),
    addressKey: typed?.key,
  }
}

/** The result of {@link listNames} on every database. */
export const LISTED_NAMES: ListedNames = {
  sorted: ['Arni', 'ärni', 'Ebner', 'Éclair', 'Östlund', 'Ott', 'Zug'],
  holding: ['ärni'],
  addressKey: 'ru du bœuf 3',
}

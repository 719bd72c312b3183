import { asc, sql } from 'drizzle-orm'
import type { Orm } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createUser } from './factories.ts'

/** Names of new accounts in the database's order, and those that match "ÄRN". */
export async function listNames(orm: Orm): Promise<{ sorted: string[]; holding: string[] }> {
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
  return {
    sorted: sorted.map(({ lastname }) => lastname),
    holding: holding.map(({ lastname }) => lastname),
  }
}

/** The result of {@link listNames} on every database. */
export const LISTED_NAMES = {
  sorted: ['Arni', 'ärni', 'Ebner', 'Éclair', 'Östlund', 'Ott', 'Zug'],
  holding: ['ärni'],
}

import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import type { AccountData } from '../../contract.ts'

/** Who exports the data: the user, or the staff on their behalf. */
export type Fetching = 'oneself' | 'staff'

/**
 * Everything stored about a user, by table, as collected by each feature. A test fails for tables
 * that refer to users and belong to no feature.
 * @param by the staff gets nothing of what people write to each other
 */
export async function collectAccountData(
  db: Db,
  features: readonly Feature[],
  user: UserRow,
  by: Fetching = 'oneself',
): Promise<AccountData['data']> {
  const shares = features
    .flatMap((each) => each.personalData ?? [])
    .filter(({ betweenPeople }) => by === 'oneself' || betweenPeople !== 'all')
  const rowsOfShares = await Promise.all(
    shares.map(({ table, where, columns, secret = [], betweenPeople = [] }) => {
      const hidden = by === 'staff' ? [...secret, ...betweenPeople] : secret
      const shown = Object.fromEntries(
        Object.values(getTableColumns(table))
          .filter(({ name }) => !hidden.includes(name))
          .map((column) => [column.name, column]),
      ) as Record<string, PgColumn>
      return db
        .select(columns ?? shown)
        .from(table)
        .where(where(user, { features }))
    }),
  )
  return Object.fromEntries(
    shares.map(({ table, name }, index) => [
      name ?? getTableName(table),
      rowsOfShares[index] ?? [],
    ]),
  )
}

/** {@link collectAccountData} as a download. */
export async function exportAccount(
  db: Db,
  { clock, features }: Pick<Deps, 'clock' | 'features'>,
  user: UserRow,
  by: Fetching,
): Promise<AccountData> {
  return {
    exported_at: clock().toISOString(),
    data: await collectAccountData(db, features, user, by),
  }
}

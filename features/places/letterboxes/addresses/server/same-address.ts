import { type SQL, sql } from 'drizzle-orm'
import type { InSql } from '#platform/server/db/prepared.ts'

/** Values, or the columns of a table. */
type Address = Record<'address' | 'postcode' | 'city' | 'country', InSql<string>>

/** Must be identical to the expression of the index; see its migration. */
export const addressKey = (address: unknown): SQL =>
  sql`letterbox_address_key(${address}) COLLATE "C"`

/** SQL condition: two addresses are the same. The address addition is not compared. */
export function isSameAddress(a: Address, b: Address): SQL {
  const house = ({ address }: Address) => addressKey(sql`${address}::text`)
  const town = ({ postcode, city }: Address) =>
    addressKey(sql`${postcode}::text || ' ' || ${city}::text`)
  return sql`(${a.country}::text = ${b.country}::text AND ${house(a)} = ${house(b)} AND ${town(a)} = ${town(b)})`
}

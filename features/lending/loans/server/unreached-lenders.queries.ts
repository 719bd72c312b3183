import { sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isReachableNow } from '#features/places/letterboxes/reach/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Whether at the moment neither mails nor pushes about a request reach anyone at the letterbox. */
export const isUnreached = sql<boolean>`EXISTS (SELECT FROM ${letterboxes}
  JOIN ${users} ON ${users.id} = ${letterboxes.user_id}
  WHERE ${letterboxes.user_id} = ${transactions.lender_id} AND NOT ${isReachableNow})`

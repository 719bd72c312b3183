import { sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isReachableNow } from '#features/places/letterboxes/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Whether mails about a request do not reach anybody at the letterbox at the moment, nor does a device. */
export const isUnreached = sql<boolean>`EXISTS (SELECT FROM ${letterboxes}
  JOIN ${users} ON ${users.id} = ${letterboxes.user_id}
  WHERE ${letterboxes.user_id} = ${transactions.lender_id} AND NOT ${isReachableNow})`

import { sql } from 'drizzle-orm'
import { isReachableNow } from '#features/letterboxes/server/door.ts'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Whether mails about a request do not reach anybody at the letterbox at the moment, nor does a device. */
export const isUnreached = sql<boolean>`EXISTS (SELECT FROM ${letterboxes}
  JOIN ${users} ON ${users.id} = ${letterboxes.user_id}
  WHERE ${letterboxes.user_id} = ${transactions.renter_id} AND NOT ${isReachableNow})`

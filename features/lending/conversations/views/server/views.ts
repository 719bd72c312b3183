import { eq, sql } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { transaction_views } from '../tables.ts'

export const views: Feature = {
  name: 'views',
  personalData: [
    { table: transaction_views, where: ({ id }) => eq(transaction_views.user_id, id) },
  ],
  merge: {
    // Both accounts may have a view of the same conversation if they were in one household.
    async move(tx, _deps, { from, into }) {
      await tx.execute(sql`
        UPDATE ${transaction_views} SET user_id = ${into.id}
        WHERE user_id = ${from.id} AND transaction_id NOT IN (
          SELECT transaction_id FROM ${transaction_views} WHERE user_id = ${into.id})`)
    },
  },
}

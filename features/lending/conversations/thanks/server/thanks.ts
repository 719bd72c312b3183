import { and, eq, notInArray, or } from 'drizzle-orm'
import { findIdsBetween } from '#features/lending/conversations/transactions/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { transaction_thanks } from '../tables.ts'

export const thanks: Feature = {
  name: 'thanks',
  personalData: [
    {
      table: transaction_thanks,
      betweenPeople: 'all',
      secret: ['by_id'],
      where: ({ id }) => or(eq(transaction_thanks.by_id, id), eq(transaction_thanks.to_id, id)),
    },
  ],
  merge: {
    async move(tx, _deps, { from, into }) {
      const between = await findIdsBetween(tx, { from, into })
      const goesOn = notInArray(transaction_thanks.transaction_id, between)
      for (const role of ['by_id', 'to_id'] as const) {
        await tx
          .update(transaction_thanks)
          .set({ [role]: into.id })
          .where(and(eq(transaction_thanks[role], from.id), goesOn))
      }
    },
  },
}

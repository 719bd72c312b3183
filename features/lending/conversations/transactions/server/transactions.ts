import { and, isNull, sql } from 'drizzle-orm'
import {
  anySeenByAccount,
  isSeenByAccount,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { ITEM_USE } from '#features/places/items/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { answering } from '#platform/server/questions.ts'
import { transaction_events, transactions as transactionsTable } from '../tables.ts'
import { itemUse } from './item-use.ts'
import { transactionMerge } from './merging.ts'

export const transactions: Feature = {
  name: 'transactions',
  serverDecided: ['borrower_id'],
  answers: [answering(ITEM_USE, itemUse)],
  personalData: [
    {
      table: transactionsTable,
      betweenPeople: ['handover_note'],
      where: ({ id }) => isSeenByAccount(id),
    },
    {
      table: transaction_events,
      // As with messages, people outside a household do not learn which of its members caused an event.
      secret: ['by_id', 'request_id'],
      where: (user) => sql`${transaction_events.transaction_id} = ${anySeenByAccount(user.id)}`,
    },
  ],
  merge: transactionMerge,
  removal: {
    // The transactions lose the name but stay with the other side, unless that has left as well.
    async after(tx) {
      await tx
        .delete(transactionsTable)
        .where(and(isNull(transactionsTable.borrower_id), isNull(transactionsTable.lender_id)))
    },
  },
}

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { messages, transactions as transactionsTable, type UserRow } from '../../db/schema.ts'
import type { Feature } from '../../feature.ts'
import type { LiveSource } from '../../live/event-hub.ts'
import { newMessage } from './mails/new-message.ts'
import { countNewTransactions, findMessage } from './transactions.queries.ts'
import { addTransactionRoutes } from './transactions.routes.ts'

const ownTransactions = ({ id }: UserRow) =>
  or(eq(transactionsTable.borrower_id, id), eq(transactionsTable.renter_id, id))

/** What the events of open pages say. */
export const liveSource: LiveSource = { countNewTransactions, findMessage }

export const transactions: Feature = {
  name: 'transactions',
  routes: addTransactionRoutes,
  mails: [newMessage],
  personalData: [
    { table: transactionsTable, where: ownTransactions },
    {
      table: messages,
      where: (user) =>
        inArray(
          messages.transaction_id,
          sql`(SELECT ${transactionsTable.id} FROM ${transactionsTable} WHERE ${ownTransactions(user)})`,
        ),
    },
  ],
  removal: {
    // They lose the name and stay with the other side, unless that has left as well.
    async after(tx) {
      await tx
        .delete(transactionsTable)
        .where(and(isNull(transactionsTable.borrower_id), isNull(transactionsTable.renter_id)))
    },
  },
}

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import {
  messages,
  transaction_views,
  transactions as transactionsTable,
  type UserRow,
} from '../../db/schema.ts'
import type { Feature } from '../../feature.ts'
import type { LiveSource } from '../../live/event-hub.ts'
import { newMessage } from './mails/new-message.ts'
import { countNewTransactions, findMessage } from './transactions.queries.ts'
import { addTransactionRoutes } from './transactions.routes.ts'
import { reviseNewMessage } from './transactions.telling.ts'

const ownTransactions = ({ id }: UserRow) =>
  or(eq(transactionsTable.borrower_id, id), eq(transactionsTable.renter_id, id))

/** What the events of open pages say. */
export const liveSource: LiveSource = { countNewTransactions, findMessage }

export const transactions: Feature = {
  name: 'transactions',
  start({ mails, database }) {
    mails.revise(newMessage, (content) => reviseNewMessage(database.orm, content))
  },
  routes: addTransactionRoutes,
  mails: [newMessage],
  personalData: [
    { table: transactionsTable, where: ownTransactions },
    {
      table: messages,
      // Who of a household wrote to somebody outside of it is none of theirs.
      secret: ['author_id'],
      where: (user) =>
        or(
          eq(messages.author_id, user.id),
          inArray(
            messages.transaction_id,
            sql`(SELECT ${transactionsTable.id} FROM ${transactionsTable} WHERE ${ownTransactions(user)})`,
          ),
        ),
    },
    { table: transaction_views, where: ({ id }) => eq(transaction_views.user_id, id) },
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

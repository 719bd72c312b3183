import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { LiveSource } from '#features/lending/conversations/events/server/door.ts'
import { ITEM_USE } from '#features/places/items/server/door.ts'
import { LENDING } from '#features/places/letterboxes/lent/server/door.ts'
import { TEXT_SCREENING } from '#features/places/letterboxes/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import {
  held_replies,
  message_quotations,
  messages,
  transaction_events,
  transaction_thanks,
  transaction_views,
  transactions as transactionsTable,
} from '../tables.ts'
import { itemUse } from './item-use.ts'
import { lending } from './lending.queries.ts'
import { newMessage } from './mails/new-message.ts'
import { heldMessages, replyHeld } from './mails.ts'
import { transactionMerge } from './merging.ts'
import { reviseNewMessage, reviseNewMessagePush } from './messages/new-message-notice.ts'
import { forgetHeldReplies } from './replies/held-replies.ts'
import { replies } from './replies/replies.ts'
import { warningsOf } from './screening/message-warnings.ts'
import { reviseHeldMessages } from './screening/moderators-notice.ts'
import { countNewTransactions, findMessage } from './transactions.queries.ts'
import { addTransactionRoutes } from './transactions.routes.ts'
import { anySeenByAccount, isSeenByAccount } from './who-sees.ts'

/** Loads the content of live events. */
export const liveSource: LiveSource = { countNewTransactions, findMessage }

export const transactions: Feature = {
  name: 'transactions',
  start(deps) {
    const { mails, pushes, database } = deps
    mails.revise(newMessage, (content) => reviseNewMessage(database.orm, content))
    mails.revise(heldMessages, (content) => reviseHeldMessages(database.orm, content))
    pushes.revise(newMessage, (content) => reviseNewMessagePush(database.orm, content))
    pushes.countUnseenBy(countNewTransactions)
  },
  routes: addTransactionRoutes,
  mails: [newMessage, heldMessages, replyHeld],
  replies,
  serverDecided: ['from_id', 'to_id', 'borrower_id'],
  answers: [
    answering(ITEM_USE, itemUse),
    answering(LENDING, lending),
    // Strangers read a line, so it is screened like a borrower's first message.
    answering(TEXT_SCREENING, (text) => warningsOf(text, 'borrower')),
  ],
  personalData: [
    {
      table: transactionsTable,
      betweenPeople: ['handover_note'],
      where: ({ id }) => isSeenByAccount(id),
    },
    {
      table: messages,
      betweenPeople: 'all',
      // People outside a household do not learn which of its members wrote a message.
      secret: ['author_id', 'text_key', 'held_for'],
      where: (user) =>
        or(
          eq(messages.author_id, user.id),
          and(
            or(isNull(messages.held_at), eq(messages.from_id, user.id)),
            sql`${messages.transaction_id} = ${anySeenByAccount(user.id)}`,
          ),
        ),
    },
    {
      table: message_quotations,
      betweenPeople: 'all',
      where: ({ id }) => eq(message_quotations.author_id, id),
    },
    {
      table: held_replies,
      betweenPeople: 'all',
      secret: ['token_hash'],
      where: ({ id }) => eq(held_replies.user_id, id),
    },
    { table: transaction_views, where: ({ id }) => eq(transaction_views.user_id, id) },
    {
      table: transaction_events,
      // As with messages, people outside a household do not learn which of its members caused an event.
      secret: ['by_id', 'request_id'],
      where: (user) => sql`${transaction_events.transaction_id} = ${anySeenByAccount(user.id)}`,
    },
    {
      table: transaction_thanks,
      betweenPeople: 'all',
      secret: ['by_id'],
      where: ({ id }) => or(eq(transaction_thanks.by_id, id), eq(transaction_thanks.to_id, id)),
    },
  ],
  merge: transactionMerge,
  jobs: [cleaning(forgetHeldReplies)],
  removal: {
    // The transactions lose the name but stay with the other side, unless that has left as well.
    async after(tx) {
      await tx
        .delete(transactionsTable)
        .where(and(isNull(transactionsTable.borrower_id), isNull(transactionsTable.lender_id)))
    },
  },
}

import { and, eq, isNull, or, sql } from 'drizzle-orm'
import {
  heldMessages,
  reviseHeldMessages,
} from '#features/lending/conversations/held/server/door.ts'
import { warningsOf } from '#features/lending/conversations/warnings/server/door.ts'
import { anySeenByAccount } from '#features/lending/conversations/who-sees/server/door.ts'
import { TEXT_SCREENING } from '#features/places/letterboxes/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { held_replies, message_quotations, messages as messagesTable } from '../tables.ts'
import { newMessage } from './mails/new-message.ts'
import { replyHeld } from './mails.ts'
import { messageMerge } from './merging.ts'
import { addMessageRoutes } from './messages.routes.ts'
import { reviseNewMessage, reviseNewMessagePush } from './new-message-notice.ts'
import { forgetHeldReplies } from './replies/held-replies.ts'
import { replies } from './replies/replies.ts'

export const messages: Feature = {
  name: 'messages',
  start({ mails, pushes, database }) {
    mails.revise(newMessage, (content) => reviseNewMessage(database.orm, content))
    mails.revise(heldMessages, (content) => reviseHeldMessages(database.orm, content))
    pushes.revise(newMessage, (content) => reviseNewMessagePush(database.orm, content))
  },
  routes: addMessageRoutes,
  mails: [newMessage, heldMessages, replyHeld],
  replies,
  serverDecided: ['from_id', 'to_id'],
  // Strangers read a line, so it is screened like a borrower's first message.
  answers: [answering(TEXT_SCREENING, (text) => warningsOf(text, 'borrower'))],
  personalData: [
    {
      table: messagesTable,
      betweenPeople: 'all',
      // People outside a household do not learn which of its members wrote a message.
      secret: ['author_id', 'text_key', 'held_for'],
      where: (user) =>
        or(
          eq(messagesTable.author_id, user.id),
          and(
            or(isNull(messagesTable.held_at), eq(messagesTable.from_id, user.id)),
            sql`${messagesTable.transaction_id} = ${anySeenByAccount(user.id)}`,
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
  ],
  merge: messageMerge,
  jobs: [cleaning(forgetHeldReplies)],
}

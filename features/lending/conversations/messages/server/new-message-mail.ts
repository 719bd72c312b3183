import { wantedInWords } from '#features/lending/conversations/days/server/door.ts'
import type { MessageWarning } from '#features/lending/conversations/warnings/message-warnings.ts'
import { notify } from '#features/people/notifications/server/door.ts'
import { findItemNames } from '#features/places/items/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { NotifyDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { paths } from '#platform/shared/paths.ts'
import { conversationTag } from '#platform/shared/push.ts'
import { answerUrlsOf } from './mails/answer-buttons.ts'
import { newMessage } from './mails/new-message.ts'

export interface NewMessageMail {
  toUserId: string
  /** Null if the writer shows no name. */
  fromFirstname: string | null
  itemId: number
  transactionId: string
  /** The message that the mail is about, so that the mail can be checked again right before it is sent. */
  messageId?: string
  text: string
  warnings?: readonly MessageWarning[]
  firstInTransaction: boolean
  /** Only for the first message: the requested days, and how many others were asked. */
  asked?: { wanted_from: string | null; wanted_until: string | null; others: number }
  inSeconds?: number | undefined
  /** An earlier mail was about this conversation, which was not opened since. */
  again?: boolean | undefined
}

/** Whether the user still wants a mail that waited: mails about requests or messages may be off by now. */
export const stillWantsMail = (user: UserRow, mail: { firstInTransaction: boolean }): boolean =>
  mail.firstInTransaction
    ? user.enable_messaging || user.enable_messaging_again === true
    : user.enable_notifications

/**
 * Queues a mail about a message in the database transaction `db` that stored it. The first message of a
 * transaction is a request, which is mailed unless the user has switched that off: a request that no one sees is
 * never answered.
 * @returns false if the user must not be notified
 */
export async function enqueueNewMessageMail(
  db: Db,
  deps: NotifyDeps,
  message: NewMessageMail,
  now: Date,
): Promise<boolean> {
  const { transactionId, messageId, firstInTransaction, inSeconds, again } = message
  const [user, itemIn] = await Promise.all([
    findUser(db, message.toUserId),
    findItemNames(db, message.itemId),
  ])
  if (!user) return false
  const path = paths.inbox({ transaction_id: transactionId })
  return notify(
    db,
    deps,
    {
      user,
      kind: firstInTransaction ? 'request' : 'message',
      path,
      tag: conversationTag(transactionId),
      inSeconds,
      again,
      mail: ({ conversation }) =>
        newMessage({
          firstname: user.firstname,
          fromFirstname: message.fromFirstname,
          item: itemIn(user.lang),
          text: message.text,
          warnings: message.warnings ?? [],
          firstInTransaction,
          url: conversation(path),
          asking: message.asked && {
            wanted: wantedInWords(message.asked, user.lang),
            others: message.asked.others,
            answerUrls: answerUrlsOf(transactionId, conversation),
          },
          about: messageId
            ? { user_id: user.id, transaction_id: transactionId, message_id: messageId }
            : undefined,
        }),
    },
    now,
  )
}

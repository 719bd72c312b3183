import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { letterboxes } from '../../db/schema.ts'
import type { MailDeps } from '../../deps.ts'
import { findMembers, type Member } from '../letterboxes/letterboxes.ownership.ts'
import { enqueueNewMessageMail, type NewMessageMail } from './new-message-mail.ts'
import type { TransactionSides } from './transactions.rules.ts'

/** All of it is stored in one database transaction `db`, mail included, or nothing. */
export interface Sending {
  db: Db
  mail: MailDeps
  now: Date
}

/** The members who hear of what happens at a side: those of the renter's letterbox. */
export async function findHousehold(
  db: Db,
  sides: TransactionSides,
  side: string,
): Promise<Member[]> {
  if (side !== sides.renter_id) return []
  const [letterbox] = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, side))
  const members = letterbox ? await findMembers(db, [letterbox.id]) : []
  // Who asked this household before joining it is the other side.
  return members.filter(({ id }) => id !== sides.borrower_id)
}

export const idsOf = (members: Member[]) => members.map(({ id }) => id)

/** Mails the side that a message went to, and who takes messages of its household. */
export async function tellByMail(
  { db, mail, now }: Sending,
  message: Omit<NewMessageMail, 'toUserId'>,
  to: { id: string; household: Member[] },
): Promise<void> {
  const reached = to.household.filter(({ enable_messaging }) => enable_messaging)
  for (const toUserId of [to.id, ...idsOf(reached)]) {
    await enqueueNewMessageMail(db, mail, { ...message, toUserId }, now)
  }
}

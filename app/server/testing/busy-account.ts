import { randomUUID } from 'node:crypto'
import { announcement_views, announcements } from '#features/community/announcements/tables.ts'
import { cases } from '#features/community/moderation/tables.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import { household_members, letterbox_answers } from '#features/places/letterboxes/tables.ts'
import { order_events } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import {
  createItem,
  createLetterbox,
  createOrder,
  createUser,
  type TestLetterbox,
  type TestUser,
} from './factories.ts'

const STICKERS = 30
const CONVERSATIONS = 50
/** Messages in the first conversation and in each of the others. */
const MESSAGES = { first: 200, other: 4 }
const ORDERS = 12
const WISHES = 5
const REPORTS = 30
const FEEDBACKS = 10

const STATUSES = ['requested', 'accepted', 'handed_over', 'returned', 'declined'] as const
type Status = (typeof STATUSES)[number]

/** A member with a year of activity, and an administrator with pending work. */
export interface BusyAccount {
  member: TestUser
  admin: TestUser
  letterboxId: string
  /** Letterbox of the other side in the first conversation. */
  neighbourLetterboxId: string
  conversationId: string
  orderId: string
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Existing items stay as they are. */
export async function createBusyAccount(db: Db): Promise<BusyAccount> {
  const stickers: number[] = []
  for (let id = 1; id <= STICKERS; id++) stickers.push(await createItem(db, id))
  const own = await createLetterbox(db, {
    items: stickers,
    latitude: 47.377,
    longitude: 8.527,
    ownerFields: {
      firstname: 'Selma',
      lastname: 'Widmer',
      show_name: true,
      enable_messaging: true,
    },
  })
  const member = own.owner
  const housemate = await createUser(db, { firstname: 'Mia', enable_messaging: true })
  await db
    .insert(household_members)
    .values({ user_id: housemate.id, letterbox_id: own.id, joined_at: new Date() })
  const neighbours: TestLetterbox[] = []
  for (let i = 0; i < CONVERSATIONS; i++) neighbours.push(await createNeighbour(db, i))
  const conversations: string[] = []
  for (const [i, neighbour] of neighbours.entries()) {
    conversations.push(await createConversation(db, { member, neighbour, i }))
  }
  const orders = await createOrders(db, member)
  await createWishes(db, member)
  await createAnnouncements(db, member)
  const admin = await createUser(db, { role_id: ROLE_ID.admin, firstname: 'Barbara' })
  await createWorkOfStaff(db, neighbours)
  const [conversationId = '', orderId = ''] = [conversations[0], orders[0]]
  const neighbourLetterboxId = neighbours[0]?.id ?? ''
  return { member, admin, letterboxId: own.id, neighbourLetterboxId, conversationId, orderId }
}

async function createNeighbour(db: Db, i: number): Promise<TestLetterbox> {
  const letterbox = await createLetterbox(db, {
    items: [1 + (i % STICKERS), 1 + ((i + 7) % STICKERS), 1 + ((i + 13) % STICKERS)],
    latitude: 47.37 + (i % 10) / 1000,
    longitude: 8.52 + Math.floor(i / 10) / 500,
    ownerFields: { firstname: `Nachbarin ${i}`, enable_messaging: true, show_name: i % 2 === 0 },
  })
  await db
    .insert(letterbox_answers)
    .values({ letterbox_id: letterbox.id, answers: 'day', loans: i, computed_at: new Date() })
  return letterbox
}

interface NewConversation {
  member: TestUser
  neighbour: TestLetterbox
  /** Index of the transaction: even ones lend, odd ones borrow, in all statuses. */
  i: number
}

async function createConversation(
  db: Db,
  { member, neighbour, i }: NewConversation,
): Promise<string> {
  const other = neighbour.owner
  const lends = i % 2 === 0
  const [borrower, lender] = lends ? [other, member] : [member, other]
  const status = STATUSES[Math.floor(i / 2) % STATUSES.length] ?? 'requested'
  const begun = new Date(Date.now() - (i + 2) * DAY_MS)
  const answered = new Date(begun.getTime() + DAY_MS / 4)
  const id = randomUUID()
  const isAway = status === 'accepted' || status === 'handed_over'
  const days = { from: dayOf(begun), until: dayOf(new Date(Date.now() + 5 * DAY_MS)) }
  await db.insert(transactions).values({
    id,
    status,
    // Each loan of a household is for another item, so no copy is lent twice.
    item_id: 1 + (Math.floor(i / 2) % STICKERS),
    borrower_id: borrower.id,
    lender_id: lender.id,
    wanted_from: days.from,
    wanted_until: days.until,
    lent: isAway ? `[${days.from},${days.until})` : null,
    copy: isAway ? 0 : null,
    return_by: isAway ? days.until : null,
    answered_at: status === 'requested' ? null : answered,
    created_at: begun,
    updated_at: answered,
  })
  await db.insert(transaction_events).values(
    historyOf(status).map((each, step) => ({
      transaction_id: id,
      status: each,
      at: new Date(begun.getTime() + step * (DAY_MS / 4)),
      side: step === 0 ? ('borrower' as const) : ('lender' as const),
      by_id: step === 0 ? borrower.id : lender.id,
    })),
  )
  const count = i === 0 ? MESSAGES.first : MESSAGES.other
  await db.insert(messages).values(
    Array.from({ length: count }, (_, m) => {
      const [from, to] = m % 2 === 0 ? [borrower, lender] : [lender, borrower]
      const isNew = m >= count - 2 && i % 3 === 0
      return {
        transaction_id: id,
        from_id: from.id,
        to_id: to.id,
        author_id: from.id,
        text: `Passt es dir am Abend um ${m % 24} Uhr? Sonst komme ich gern am Samstag vorbei.`,
        created_at: new Date(begun.getTime() + m * MINUTE_MS),
        seen_at: isNew ? null : answered,
      }
    }),
  )
  await db
    .insert(transaction_views)
    .values({ user_id: member.id, transaction_id: id, viewed_at: answered, archived: i % 10 === 9 })
  if (status === 'returned') {
    await db.insert(transaction_thanks).values({
      transaction_id: id,
      side: 'borrower',
      by_id: borrower.id,
      to_id: lender.id,
      text: 'Danke, das war eine grosse Hilfe!',
      shown: true,
      created_at: answered,
    })
  }
  return id
}

/** The earlier statuses of a transaction. */
function historyOf(status: Status): Status[] {
  const ways: Record<Status, Status[]> = {
    requested: ['requested'],
    accepted: ['requested', 'accepted'],
    handed_over: ['requested', 'accepted', 'handed_over'],
    returned: ['requested', 'accepted', 'handed_over', 'returned'],
    declined: ['requested', 'declined'],
  }
  return ways[status]
}

async function createOrders(db: Db, member: TestUser): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < ORDERS; i++) {
    const status = (['paid', 'processed', 'pending_payment'] as const)[i % 3] ?? 'paid'
    const { id } = await createOrder(db, { user_id: member.id, status, email: member.email })
    await db
      .insert(order_events)
      .values([
        { order_id: id, status: 'pending_payment', actor: 'customer', user_id: member.id },
        ...(status === 'pending_payment'
          ? []
          : [{ order_id: id, status, actor: 'admin' as const, user_id: null }]),
      ])
    ids.push(id)
  }
  return ids
}

async function createWishes(db: Db, member: TestUser): Promise<void> {
  await db.insert(wishes).values(
    Array.from({ length: WISHES }, (_, i) => ({
      item_id: i + 1,
      user_id: member.id,
      lang: 'de' as const,
      latitude: 47.377,
      longitude: 8.527,
      radius: 5000,
      confirmed_at: new Date(),
      expires_at: new Date(Date.now() + 90 * DAY_MS),
    })),
  )
}

/** Two announcements, the first of them seen. */
async function createAnnouncements(db: Db, member: TestUser): Promise<void> {
  const content = 'Am Samstag reparieren wir zusammen, was kaputt ist.'
  const ids = await db
    .insert(announcements)
    .values(['Reparieren', 'Fest'].map((title) => ({ title, content })))
    .returning({ id: announcements.id })
  const [seen] = ids
  if (!seen) throw new Error('Unexpected empty answer to an insert')
  await db.insert(announcement_views).values({ announcement_id: seen.id, user_id: member.id })
}

/** New reports about letterboxes and a message, and new feedback. */
async function createWorkOfStaff(db: Db, neighbours: readonly TestLetterbox[]): Promise<void> {
  const letterboxes = Array.from(
    { length: REPORTS },
    (_, i) => neighbours[i % neighbours.length] as TestLetterbox,
  )
  await db.insert(cases).values(
    letterboxes.map(({ id, owner }, i) => ({
      kind: 'report' as const,
      letterbox_id: id,
      user_id: owner.id,
      type: 'other' as const,
      title: `Abgefallen ${i}`,
      text: 'Der Sticker ist weg.',
      email: owner.email,
      lang: 'de' as const,
    })),
  )
  await db.insert(cases).values(
    letterboxes.slice(0, FEEDBACKS).map(({ owner }, i) => ({
      kind: 'feedback' as const,
      user_id: owner.id,
      type: 'question' as const,
      text: `Wie geht das? ${i}`,
    })),
  )
  const [message] = await db.select({ id: messages.id }).from(messages).limit(1)
  if (!message) throw new Error('Unexpected database without messages')
  await db.insert(cases).values({ kind: 'message_report', message_id: message.id, type: 'rude' })
}

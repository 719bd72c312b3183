import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { storeMailChoices } from '#features/people/notifications/server/door.ts'
import type { MailChoices } from '#features/people/notifications/tables.ts'
import { items } from '#features/places/items/tables.ts'
import type { Privacy } from '#features/places/letterboxes/privacy/contract.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { seedProducts } from '#features/shop/orders/products/server/products.queries.ts'
import { REFNO_COUNT, refnoOf } from '#features/shop/orders/refno.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

type NewUser = typeof users.$inferInsert
type NewLetterbox = typeof letterboxes.$inferInsert

export interface TestUser {
  id: string
  email: string
  token: string
}

/** Old enough for the full request allowance. */
const ACCOUNT_AGE_MS = 100 * DAY_MS

/** A confirmed, logged-in user who is no longer new. */
export async function createUser(
  db: Db,
  fields: NewUser & Partial<Privacy> & Partial<MailChoices> = {},
): Promise<TestUser> {
  const email = fields.email ?? `${randomUUID()}@example.org`
  const {
    suspended_at,
    suspended_reason,
    announcement_mails,
    neighbourhood_mails,
    neighbourhood_weekly,
    membership_reminders,
    ...others
  } = fields
  const choices = Object.entries({
    announcement_mails,
    neighbourhood_mails,
    neighbourhood_weekly,
    membership_reminders,
  }).filter(([, choice]) => choice !== undefined)
  const [user] = await db
    .insert(users)
    .values({
      firstname: 'Ada',
      lastname: 'Muster',
      email_confirmed_at: new Date(),
      lang: 'en',
      created_at: new Date(Date.now() - ACCOUNT_AGE_MS),
      ...others,
      email,
    })
    .returning({ id: users.id })
  if (!user) throw new Error('Unexpected empty answer to an insert')
  if (choices.length > 0) await storeMailChoices(db, user.id, Object.fromEntries(choices))
  const token = await createSession(db, { userId: user.id }, new Date())
  // A suspended account gets no session; this one is from before the suspension.
  if (suspended_at) {
    await db.update(users).set({ suspended_at, suspended_reason }).where(eq(users.id, user.id))
  }
  return { id: user.id, email, token }
}

/** Gives the user a permanent fresh proof, however far a test moves its clock. */
export async function keepProved(db: Db, user: TestUser): Promise<TestUser> {
  const proved_at = new Date(Date.now() + 1000 * DAY_MS)
  await db.update(tokens).set({ proved_at }).where(eq(tokens.user_id, user.id))
  return user
}

/** An item with this id; existing ones stay as they are. */
export async function createItem(db: Db, id: number, name = `Item ${id}`): Promise<number> {
  await db
    .insert(items)
    .values({
      id,
      slug: `item-${id}`,
      category: 'tools',
      name_de: `${name} de`,
      name_en: name,
      name_fr: `${name} fr`,
      name_it: `${name} it`,
      image_path: `item-${id}.svg`,
    })
    .onConflictDoNothing()
  return id
}

export interface TestLetterbox {
  id: string
  owner: TestUser
}

/** A letterbox in Zurich with its owner and items; missing parents are created. */
export async function createLetterbox(
  db: Db,
  fields: Partial<NewLetterbox> & {
    owner?: TestUser
    ownerFields?: NewUser
    items?: number[]
  } = {},
): Promise<TestLetterbox> {
  const { owner: givenOwner, ownerFields, items: itemIds = [], ...columns } = fields
  const owner = givenOwner ?? (await createUser(db, ownerFields))
  const [letterbox] = await db
    .insert(letterboxes)
    .values({
      address: 'Langstrasse 12',
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      latitude: 47.37,
      longitude: 8.54,
      location_verified: true,
      ...columns,
      user_id: owner.id,
    })
    .returning({ id: letterboxes.id })
  if (!letterbox) throw new Error('Unexpected empty answer to an insert')
  for (const itemId of itemIds) {
    await createItem(db, itemId)
    await db.insert(letterbox_items).values({ letterbox_id: letterbox.id, item_id: itemId })
  }
  return { id: letterbox.id, owner }
}

/** An unpaid pack of one sheet, of a visitor unless an account is given. Creates products if needed. */
export async function createOrder(
  db: Db,
  fields: Partial<typeof orders.$inferInsert> = {},
): Promise<typeof orders.$inferSelect> {
  await seedProducts(db)
  const { status, price_cents = 700, donation_cents = 0 } = fields
  const isPaid = status === 'paid' || status === 'processed'
  const [order] = await db
    .insert(orders)
    .values({
      refno: refnoOf(randomInt(REFNO_COUNT)),
      product_id: 1,
      amount: 1,
      piece_cents: 700,
      price_cents: 700,
      paid_cents: isPaid ? price_cents + donation_cents : 0,
      currency: 'CHF',
      status: 'pending_payment',
      lang: 'de',
      firstname: 'Ada',
      lastname: 'Muster',
      email: 'ada@example.org',
      address: 'Langstrasse 12',
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      ...fields,
    })
    .returning()
  if (!order) throw new Error('Unexpected empty answer to an insert')
  return order
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import { presentPrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import {
  findAccountAndLetterbox,
  insertLetterbox,
  LENDING,
  presentOwnLetterbox,
} from '#features/places/letterboxes/server/door.ts'
import { listOrders } from '#features/shop/orders/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Admission } from '#platform/server/identity/admission.ts'
import { tokens, type UserRow, users } from '#platform/server/identity/tables.ts'
import { answerTo } from '#platform/server/questions.ts'
import type { Language } from '#platform/shared/languages.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import type { User } from '../contract.ts'
import type { PostalAddress } from '../name-and-address.ts'
import { logsInWithoutPasskey } from './can-log-in.ts'

export interface Registration extends PostalAddress {
  firstname: string
  lastname: string
  email: string
  lang: Language
  /** What `admit` has decided. */
  admission: Admission
}

/** Creates the user with its letterbox, which has no place yet. Rejects when the address is taken. */
export async function insertUser(db: Db, registration: Registration, now: Date): Promise<UserRow> {
  const { firstname, lastname, email, lang, admission, ...address } = registration
  const [user] = await db
    .insert(users)
    .values({ firstname, lastname, email, lang, ...admission, created_at: now, last_seen_at: now })
    .returning()
  if (!user) throw new Error('Unexpected empty answer to an insert')
  await insertLetterbox(db, user, address, now)
  return user
}

/**
 * Makes an account that nobody has claimed that of whoever registers; its letterbox stays as it is. Nothing that
 * was opened or mailed for it before is of use. Rejects when the address is taken.
 */
export async function takeOverUser(
  db: Db,
  userId: string,
  { firstname, lastname, email, lang, admission }: Registration,
  now: Date,
): Promise<UserRow> {
  await db.delete(tokens).where(eq(tokens.user_id, userId))
  const [user] = await db
    .update(users)
    .set({ firstname, lastname, email, lang, ...admission, created_at: now, last_seen_at: now })
    .where(eq(users.id, userId))
    .returning()
  if (!user) throw new Error('Unexpected empty answer to an update')
  return user
}

/**
 * Confirms the address that a link was mailed to, unless the account has another one by now. A new
 * address that was waiting for its confirmation is dropped: whoever asked for it may not own the account.
 */
export async function confirmEmail(
  db: Db,
  userId: string,
  email: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ email_confirmed_at: now, new_email: null })
    .where(and(eq(users.id, userId), sql`${users.email} = ${email}`))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Sets the first password. False when there is one already. */
export async function setFirstPassword(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ password_hash: passwordHash })
    .where(and(eq(users.id, userId), isNull(users.password_hash)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Puts a hash of the same password in the place of an old one; nothing where the password was changed meanwhile. */
export async function replaceOutdatedHash(
  db: Db,
  userId: string,
  { old, anew }: { old: string; anew: string },
): Promise<void> {
  await db
    .update(users)
    .set({ password_hash: anew })
    .where(and(eq(users.id, userId), eq(users.password_hash, old)))
}

/** Another password; with `confirmedAt` the address is confirmed as well. */
export async function replacePassword(
  db: Db,
  userId: string,
  { passwordHash, confirmedAt }: { passwordHash: string; confirmedAt?: Date },
): Promise<void> {
  await db
    .update(users)
    .set({
      password_hash: passwordHash,
      // Undefined leaves the column as it is.
      email_confirmed_at: confirmedAt
        ? sql`coalesce(${users.email_confirmed_at}, ${confirmedAt.toISOString()}::timestamptz)`
        : undefined,
    })
    .where(eq(users.id, userId))
}

/** Nobody logs in by a password until another one is chosen. */
export async function forgetPassword(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ password_hash: null }).where(eq(users.id, userId))
}

/** An address that the account had before is its own again. Rejects when another account has it by now. */
export async function giveEmailBack(
  db: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await db
    .update(users)
    .set({ email, new_email: null, email_confirmed_at: now })
    .where(eq(users.id, userId))
}

/** Gives a new address up before it was confirmed. */
export async function forgetNewEmail(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ new_email: null }).where(eq(users.id, userId))
}

/** The account as its owner sees it. Null when it was deleted meanwhile. */
export async function findUserinfo(
  db: Db,
  userId: string,
  deps: Pick<Deps, 'clock' | 'config' | 'features'>,
): Promise<User | null> {
  const [account, lent, orders] = await Promise.all([
    findAccountAndLetterbox(db, userId),
    answerTo(deps, LENDING).findRunningOfUser(db, userId),
    listOrders(db, userId),
  ])
  if (!account) return null
  const { user, refused, hasPasskey, full } = account
  const place = full?.letterbox
  return {
    id: user.id,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email ?? '',
    new_email: user.new_email,
    email_confirmed: user.email_confirmed_at !== null,
    email_refused: refused,
    has_password: user.password_hash !== null,
    can_log_in: hasPasskey || (await logsInWithoutPasskey(db, deps, user)),
    address: place?.address ?? null,
    address_addition: place?.address_addition ?? null,
    postcode: place?.postcode ?? null,
    city: place?.city ?? null,
    country: place?.country ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    letterbox: full ? presentOwnLetterbox(full, lent, momentOf(deps), user.id) : null,
    orders,
    privacy: presentPrivacy(user),
    user_settings: {
      lang: user.lang,
      tour_map_seen: user.tour_map_seen,
      tour_letterbox_seen: user.tour_letterbox_seen,
    },
    role_id: user.role_id,
    tasks: tasksOf(user),
    waiting_since: user.waiting_since?.toISOString() ?? null,
    beta_tester: user.beta_tester,
    created_at: user.created_at.toISOString(),
  }
}

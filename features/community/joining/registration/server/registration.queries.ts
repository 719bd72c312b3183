import { eq } from 'drizzle-orm'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import { insertLetterbox } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Admission } from '#platform/server/identity/admission.ts'
import { tokens, type UserRow, users } from '#platform/server/identity/tables.ts'
import type { Language } from '#platform/shared/languages.ts'

export interface Registration extends PostalAddress {
  firstname: string
  lastname: string
  email: string
  lang: Language
  /** Decision of `admit`. */
  admission: Admission
}

/** Creates the user and its letterbox, which has no position yet. Rejects if the e-mail address is taken. */
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
 * Turns an unclaimed account into that of the registering person; its letterbox stays as it is. Sessions and links
 * created for it before stop working. Rejects if the e-mail address is taken.
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

import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Asking, prepared } from '../db/prepared.ts'
import { type UserRow, users } from './tables.ts'

/** Finds an account by address, ignoring case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`)
  return user ?? null
}

const selectUser = prepared('user', (db, { id }: Asking<{ id: string }>) =>
  db.select().from(users).where(eq(users.id, id)),
)

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [user] = await selectUser(db, { id })
  return user ?? null
}

/** Loads the account and locks it until the transaction ends. */
export async function lockUser(db: Db, id: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('update')
  return user ?? null
}

import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'

/** Its key in `community_settings`. The id stays the same when the community moves to another address or database. */
const ROW = 'community_id'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 8

/** Part of every backup's name, so that two communities that share a folder never touch each other's backups. */
export const communityIdSchema = z.string().regex(/^[a-z0-9]{8}$/)

const newId = () =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

async function findCommunityId(db: Db): Promise<string | null> {
  const [row] = await db.select().from(community_settings).where(eq(community_settings.key, ROW))
  return row ? communityIdSchema.parse(row.value) : null
}

/** The id of this community. The first process to need it creates it. */
export async function communityId(db: Db): Promise<string> {
  const stored = await findCommunityId(db)
  if (stored !== null) return stored
  await db.insert(community_settings).values({ key: ROW, value: newId() }).onConflictDoNothing()
  return communityId(db)
}

/** For commands that run beside the server and change nothing. Null if no server has created the id yet. */
export const SELECT_COMMUNITY_ID = `SELECT value #>> '{}' AS id FROM community_settings WHERE key = '${ROW}'`

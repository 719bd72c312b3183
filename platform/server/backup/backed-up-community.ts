import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'

/** Its row of `community_settings`. It stays the same when the community moves to another address or database. */
const ROW = 'community_id'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 8

/** Part of the name of each backup, so that two communities with one folder never take each other's. */
export const communityIdSchema = z.string().regex(/^[a-z0-9]{8}$/)

const newId = () =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

async function findCommunityId(db: Db): Promise<string | null> {
  const [row] = await db.select().from(community_settings).where(eq(community_settings.key, ROW))
  return row ? communityIdSchema.parse(row.value) : null
}

/** The id of this community, made once by whichever process comes first. */
export async function communityId(db: Db): Promise<string> {
  const stored = await findCommunityId(db)
  if (stored !== null) return stored
  await db.insert(community_settings).values({ key: ROW, value: newId() }).onConflictDoNothing()
  return communityId(db)
}

/** For a command beside the server, which changes nothing. Null where no server has made one yet. */
export const SELECT_COMMUNITY_ID = `SELECT value #>> '{}' AS id FROM community_settings WHERE key = '${ROW}'`

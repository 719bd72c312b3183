import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import { z } from 'zod'
import type { Db } from '#platform/server/db/client.ts'
import { community_settings } from '#platform/server/db/tables.ts'
import type { PushConfig } from '#platform/server/push.config.ts'

const SETTING = 'vapid_keys'

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })
export type VapidKeys = z.infer<typeof keysSchema>

/** The keys of this community, made once, by whichever process comes first. */
async function storedKeys(db: Db): Promise<VapidKeys> {
  await db
    .insert(community_settings)
    .values({ key: SETTING, value: webPush.generateVAPIDKeys() })
    .onConflictDoNothing()
  const [row] = await db
    .select()
    .from(community_settings)
    .where(eq(community_settings.key, SETTING))
  return keysSchema.parse(row?.value)
}

/**
 * The keys by which push services know the server (VAPID). Browsers subscribe with the public one: with
 * others they would have to subscribe again, so they are kept and move along with the database.
 */
export function vapidKeys(db: Db, { keys }: PushConfig): () => Promise<VapidKeys> {
  let keysPromise: Promise<VapidKeys> | undefined = keys && Promise.resolve(keys)
  return () => {
    keysPromise ??= storedKeys(db).catch((error: unknown) => {
      keysPromise = undefined
      throw error
    })
    return keysPromise
  }
}

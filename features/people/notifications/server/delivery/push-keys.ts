import webPush from 'web-push'
import { z } from 'zod'
import type { Deps } from '#platform/server/deps.ts'
import { type KeyKind, takenKeys } from '#platform/server/keys/stored-keys.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })
export type VapidKeys = z.infer<typeof keysSchema>

/**
 * The keys that identify the server to push services (VAPID). A browser subscribes with the public
 * key, and subscribes again when it opens the app after a rotation. A subscription ends with its
 * session, after 90 days without a visit: no push is lost as long as the previous pair is still
 * used.
 */
export const VAPID_KEYS: KeyKind<VapidKeys> = {
  row: 'vapid_keys',
  schema: keysSchema,
  make: () => webPush.generateVAPIDKeys(),
  takenMs: 90 * DAY_MS,
}

/** The pair that browsers subscribe with now. */
export async function currentVapidKeys({
  config,
  keys,
}: Pick<Deps, 'config' | 'keys'>): Promise<VapidKeys> {
  return config.push.keys ?? (await keys.read(VAPID_KEYS)).current
}

/**
 * The pairs that a subscription may have been made with, most likely first. The subscription does
 * not tell, and a page opened before a rotation still uses the earlier pair.
 */
export async function vapidKeysFor(
  { config, keys, clock }: Pick<Deps, 'config' | 'keys' | 'clock'>,
  subscription: { created_at: Date },
): Promise<VapidKeys[]> {
  if (config.push.keys) return [config.push.keys]
  const stored = await keys.read(VAPID_KEYS)
  const taken = takenKeys(stored, clock())
  const isOlder = stored.madeAt !== null && subscription.created_at < stored.madeAt
  return isOlder ? [...taken.slice(1), ...taken.slice(0, 1)] : taken
}

import webPush from 'web-push'
import { z } from 'zod'
import type { Deps } from '#platform/server/deps.ts'
import { type KeyKind, takenKeys } from '#platform/server/keys/stored-keys.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })
export type VapidKeys = z.infer<typeof keysSchema>

/**
 * The keys by which push services know the server (VAPID). A browser subscribes with the public one, and subscribes again
 * when it opens the app after a rotation. A subscription ends with its session, which lives for 90 days without a visit:
 * as long as the pair before is used, nobody misses anything.
 */
export const VAPID_KEYS: KeyKind<VapidKeys> = {
  row: 'vapid_keys',
  schema: keysSchema,
  make: () => webPush.generateVAPIDKeys(),
  takenMs: 90 * DAY_MS,
}

/** The pair with which browsers subscribe now. */
export async function currentVapidKeys({
  config,
  keys,
}: Pick<Deps, 'config' | 'keys'>): Promise<VapidKeys> {
  return config.push.keys ?? (await keys.read(VAPID_KEYS)).current
}

/**
 * The pairs with which a subscription may have been made, the likeliest first: it says nothing of that itself, and a page
 * that was opened before a rotation subscribes with the pair of that time.
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

import type { Db } from '#platform/server/db/client.ts'
import type { Feature } from '#platform/server/feature.ts'
import type { HeldKey, KeyDeps } from '#platform/server/keys/held-keys.ts'
import { readDkim } from '#platform/server/mail/dkim.ts'
import { findDkim } from '#platform/server/mail/dkim-keys.ts'
import type { ShownKey } from '../contract.admin.ts'
import { KEY_TABLE, type KeyId, settingsOf } from '../key-table.ts'

/** Dependencies for listing and rotating keys, limited to what a command has. */
export type KeysDeps = KeyDeps & { features: readonly Feature[] }

/** Undefined if no noun holds the key. */
export const findHeldKey = ({ features }: KeysDeps, id: KeyId): HeldKey | undefined =>
  features.flatMap(({ keys = [] }) => keys).find((key) => key.id === id)

type Told = Partial<Pick<ShownKey, 'place'>> &
  Pick<ShownKey, 'is_set' | 'made_at' | 'previous_until' | 'count' | 'next_waits'>

const UNKNOWN: Told = {
  is_set: null,
  made_at: null,
  previous_until: null,
  count: null,
  next_waits: false,
}

async function dkimTold(db: Db, { config, clock }: KeysDeps): Promise<Told> {
  const file = readDkim(config)
  if (!file) return { ...UNKNOWN, is_set: false }
  const { madeAt, next, before } = await findDkim(db, file)
  return {
    ...UNKNOWN,
    is_set: true,
    // A rotated key is stored in the database, and the file is no longer used.
    ...(madeAt && { place: 'database' as const }),
    made_at: madeAt?.toISOString() ?? null,
    previous_until: before && before.until > clock() ? before.until.toISOString() : null,
    next_waits: next !== null,
  }
}

async function heldTold(db: Db, deps: KeysDeps, key: HeldKey): Promise<Told> {
  const { isSet, madeAt, previousUntil, count } = await key.state(db, deps)
  return {
    is_set: isSet,
    made_at: madeAt?.toISOString() ?? null,
    previous_until: previousUntil?.toISOString() ?? null,
    count,
    next_waits: false,
  }
}

/** Whether settings hold a key, and whether two of them are accepted at the moment, according to `config`. */
const IN_SETTINGS: Partial<Record<KeyId, (config: KeysDeps['config']) => boolean>> = {
  metrics: ({ metricsTokens }) => metricsTokens.length > 0,
  stripe: ({ stripe }) => stripe !== undefined,
  'stripe-webhook': ({ stripe }) => stripe !== undefined,
  paypal: ({ paypal }) => paypal !== undefined,
  'paypal-webhook': ({ paypal }) => paypal !== undefined,
  'identity-providers': ({ identityProviders }) => identityProviders.length > 0,
  database: ({ databaseUrl }) => databaseUrl !== undefined,
  smtp: ({ smtpUrl }) => smtpUrl !== undefined,
  'inbound-mail': ({ inbound }) => inbound !== undefined,
}

async function toldOf(db: Db, deps: KeysDeps, id: KeyId): Promise<Told> {
  if (id === 'dkim') return dkimTold(db, deps)
  if (id === 'push' && deps.config.push.keys) return { ...UNKNOWN, is_set: true }
  const held = findHeldKey(deps, id)
  if (held) return heldTold(db, deps, held)
  const isSet = IN_SETTINGS[id]?.(deps.config)
  return { ...UNKNOWN, is_set: isSet ?? null }
}

/** Every key with its public facts. */
export async function listKeys(db: Db, deps: KeysDeps): Promise<ShownKey[]> {
  const rows: ShownKey[] = []
  for (const { id, place, maker, rotation } of KEY_TABLE) {
    const isInSettings = id === 'push' && deps.config.push.keys !== undefined
    rows.push({
      id,
      place: isInSettings ? 'settings' : place,
      maker: isInSettings ? 'operator' : maker,
      rotation: isInSettings ? 'settings' : rotation,
      settings: [...settingsOf(id)],
      ...(await toldOf(db, deps, id)),
    })
  }
  return rows
}

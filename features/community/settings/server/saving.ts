import { isDeepStrictEqual } from 'node:util'
import { CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import { letEverybodyIn } from '#features/people/newcomers/server/door.ts'
import { findPrices, setPrices } from '#features/shop/orders/products/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Brand } from '#platform/shared/settings/brand.ts'
import { findLowContrast, MIN_CONTRAST } from '#platform/shared/settings/brand-colours.ts'
import { INVALID_SETTING } from '#platform/shared/settings/setting-errors.ts'
import {
  SETTING_KEYS,
  type Setting,
  type SettingChange,
  type SettingKey,
  type SettingValues,
  settingUpdates,
} from '../contract.admin.ts'
import { keepLogo } from './kept/brand-logo.ts'
import { presetSettings } from './kept/preset-settings.ts'
import { findSettings, findSettingVersion, insertSettingVersion } from './kept/settings.queries.ts'

/** The current settings. */
export async function listSettings(db: Db, config: Deps['config']): Promise<Setting[]> {
  const preset = presetSettings(config)
  const stored = await findSettings(db)
  // Orders read prices from the products, where they may have been changed directly.
  const prices = await findPrices(db)
  return SETTING_KEYS.map((key) => {
    const row = stored[key]
    return {
      key,
      version: row?.version ?? 0,
      value: key === 'prices' ? prices : (row?.value ?? preset[key]),
      preset: preset[key],
      is_preset:
        key === 'prices' ? isDeepStrictEqual(prices, preset.prices) : !row || row.value === null,
      saved_at: row?.saved_at ?? null,
      saved_by: row?.saved_by ?? null,
    } as Setting
  })
}

async function findOne(db: Db, config: Deps['config'], key: SettingKey): Promise<Setting> {
  const result = (await listSettings(db, config)).find((setting) => setting.key === key)
  if (!result) throw new Error(`Unexpected setting: ${key}`)
  return result
}

type Fields = Record<string, unknown>
const fieldsOf = (value: SettingValues[SettingKey]): Fields =>
  Array.isArray(value) ? { links: value } : { ...value }

/** What the audit log may keep permanently. For values with personal data, only that they changed. */
const noted = (key: SettingKey, fields: Fields): Fields =>
  key === 'operator'
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, name === 'country' ? value : CHANGED]),
      )
    : fields

/** The fields that differ, before and after. */
function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const only = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return { before: only(before), after: only(after) }
}

/** @throws {AppError} validation, naming the text with too little contrast */
function refuseUnreadable(brand: Brand): void {
  const low = findLowContrast(brand)
  if (!low) return
  const where = {
    ink: 'Texts in this colour would have',
    primary: 'Neither dark nor white texts could be read on this colour: they would have',
  }
  const contrast = low.contrast.toFixed(1)
  throw new AppError('validation', {
    errors: { value: [INVALID_SETTING.contrast] },
    message: `${where[low.field]} a contrast of ${contrast} to 1 in ${low.scheme} colours, and need at least ${MIN_CONTRAST} to 1.`,
  })
}

/** @throws {AppError} validation if its logo was never uploaded, or has expired */
async function keepLogoOf(tx: Db, { logo }: Brand): Promise<void> {
  if (logo !== null && !(await keepLogo(tx, logo))) throw fieldError('value', INVALID_SETTING.logo)
}

interface Saver {
  id: string
}

/**
 * Changes a setting that is still at the version that was read. Throws `changed_meanwhile` with the current setting if
 * another request was faster.
 */
export async function saveSetting(
  tx: Db,
  deps: Pick<Deps, 'config' | 'clock' | 'mails'>,
  saver: Saver,
  change: SettingChange,
  verb: 'update' | 'restore' = 'update',
): Promise<Setting> {
  const { config, clock } = deps
  const { key, version, value } = change
  const before = await findOne(tx, config, key)
  if (before.version !== version) throw new AppError('changed_meanwhile', { current: before })
  if (
    before.is_preset === (value === null) &&
    isDeepStrictEqual(before.value, value ?? before.value)
  )
    return before
  if (change.key === 'brand' && change.value) {
    refuseUnreadable(change.value)
    await keepLogoOf(tx, change.value)
  }
  const now = clock()
  const row = { key, version: version + 1, value, saved_at: now, saved_by: saver.id }
  if (!(await insertSettingVersion(tx, row))) {
    throw new AppError('changed_meanwhile', { current: await findOne(tx, config, key) })
  }
  if (change.key === 'prices') {
    await setPrices(tx, change.value ?? presetSettings(config).prices)
  }
  const after = await findOne(tx, config, key)
  if (after.key === 'gate' && after.value.gate === 'open') await letEverybodyIn(tx, deps, saver)
  const changes = differences(fieldsOf(before.value), fieldsOf(after.value))
  const act = {
    subject: 'setting',
    subject_id: key,
    verb,
    before: noted(key, changes.before),
    after: noted(key, changes.after),
  } as const
  await recordAct(tx, saver, act, now)
  return after
}

/** Restores an earlier version, if its value is still valid. */
export async function restoreSetting(
  tx: Db,
  deps: Pick<Deps, 'config' | 'clock' | 'mails'>,
  saver: Saver,
  { key, version, to }: { key: SettingKey; version: number; to: number },
): Promise<Setting> {
  const earlier = await findSettingVersion(tx, key, to)
  if (!earlier) throw new AppError('not_found')
  const value = settingUpdates[key].nullable().safeParse(earlier.value)
  if (!value.success) throw fieldError('to', value.error.issues[0]?.message ?? '')
  const change = { key, version, value: value.data } as SettingChange
  return saveSetting(tx, deps, saver, change, 'restore')
}

import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { staffName } from '#platform/server/db/staff-name.ts'
import { users } from '#platform/server/identity/tables.ts'
import {
  SETTING_KEYS,
  type SettingKey,
  type SettingValues,
  type SettingVersion,
  settingValues,
} from '../../contract.admin.ts'
import { setting_versions } from '../../tables.ts'

/** The channel that notifies every process of a change. */
export const SETTINGS_CHANNEL = 'settings_changed'

/** A stored version. A value this version of the program does not understand counts as unset. */
export type StoredSetting<Key extends SettingKey = SettingKey> = Omit<
  SettingVersion,
  'key' | 'value'
> & {
  key: Key
  value: SettingValues[Key] | null
}

const nameOfSaver = staffName(users)

const versions = (db: Db, where: SQL | undefined) =>
  db
    .select({ version: setting_versions, name: nameOfSaver, saver: users.id })
    .from(setting_versions)
    .leftJoin(users, eq(users.id, setting_versions.saved_by))
    .where(where)

type VersionRow = Awaited<ReturnType<typeof versions>>[number]

function present<Key extends SettingKey>(
  key: Key,
  { version: { version, value, saved_at }, name, saver }: VersionRow,
): StoredSetting<Key> {
  return {
    key,
    version,
    value: (settingValues[key].safeParse(value).data ?? null) as SettingValues[Key] | null,
    saved_at: saved_at.toISOString(),
    saved_by: saver === null ? null : { id: saver, name },
  }
}

/** The stored settings, without those that were never set. */
export async function findSettings(db: Db): Promise<{ [Key in SettingKey]?: StoredSetting<Key> }> {
  const newest = sql`(${setting_versions.key}, ${setting_versions.version}) IN (
    SELECT key, max(version) FROM setting_versions GROUP BY key)`
  const rows = await versions(db, and(newest, inArray(setting_versions.key, [...SETTING_KEYS])))
  return Object.fromEntries(
    rows.map((row) => {
      const key = row.version.key as SettingKey
      return [key, present(key, row)]
    }),
  )
}

export async function findSettingVersion<Key extends SettingKey>(
  db: Db,
  key: Key,
  version: number,
): Promise<StoredSetting<Key> | null> {
  const [row] = await versions(
    db,
    and(eq(setting_versions.key, key), eq(setting_versions.version, version)),
  )
  return row ? present(key, row) : null
}

/** One page of a setting's versions, newest first, and their total. */
export async function listSettingVersions(
  db: Db,
  { key, page, size }: { key: SettingKey; page: number; size: number },
): Promise<{ rows: SettingVersion[]; total: number }> {
  const where = eq(setting_versions.key, key)
  const rows = await versions(db, where)
    .orderBy(desc(setting_versions.version))
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await db.select({ total: count() }).from(setting_versions).where(where)
  return {
    rows: rows.map((row) => present(key, row) as SettingVersion),
    total: all?.total ?? 0,
  }
}

/** Adds a version and notifies every process; false if that version number exists already. */
export async function insertSettingVersion(
  db: Db,
  row: typeof setting_versions.$inferInsert,
): Promise<boolean> {
  const added = await db
    .insert(setting_versions)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: setting_versions.version })
  if (added.length === 0) return false
  await announceSettings(db)
  return true
}

export async function announceSettings(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_notify(${SETTINGS_CHANNEL}, '')`)
}

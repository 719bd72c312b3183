import { join } from 'node:path'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { FEATURES } from '#app/server/app.ts'
import * as tables from '#app/server/tables.ts'
import { shownSetting } from '#platform/server/masking.ts'
import { ROOT } from '#platform/server/paths.ts'
import { SETTING_NAMES } from '#platform/server/settings.ts'
import { columnsOf, KEY_IDS, KEY_TABLE, settingsOf } from '../key-table.ts'
import { keysDocument } from './keys-document.ts'

/** Masked settings that give no access to anything. */
const NO_SECRETS: Record<string, string> = {
  PUBLIC_URL: 'stands in every mail',
  SOURCE_URL: 'stands at the foot of every page',
  SECURITY_CONTACT: 'stands in security.txt',
  SECURITY_POLICY: 'stands in security.txt',
}

/** Columns that are named like secrets but hold none. */
const NO_SECRET_COLUMNS: Record<string, string> = {
  'attempts.key': 'the hash of what is counted, such as an address',
  'bank_payments.entry_key': 'which line of a statement it is',
  'brand_logos.hash': 'the name of a public file',
  'community_settings.key': 'the name of a row',
  'geocoding_cache.key': 'the hash of an address that was searched',
  'import_problems.code': 'what is wrong with a row of a file',
  'letterbox_codes.code': 'stands on the letterbox, and leads to what the map shows',
  'letterboxes.import_key': 'which line of an import it is',
  'mail_outcomes.code': 'what a mail server answered',
  'messages.text_key': 'the hash of a text, to find the same one again',
  'paused_addresses.code': 'what a mail server answered',
  'received_mails.key': 'the hash of a mail that came in',
  'refused_addresses.code': 'what a mail server answered',
  'sandbox_payments.key': 'the id of a payment for trying out',
  'sandbox_refunds.key': 'the id of a refund for trying out',
  'setting_versions.key': 'the name of a setting',
  'sheet_codes.code': 'stands on a sheet of stickers',
  'unmatched_payments.entry_key': 'which line of a statement it is',
}
const LOOKS_SECRET =
  /(^|_)(secret|hash|tokens?|keys?|password|auth|p256dh|challenge|proof|code)$|(secret|hash|key|token)(_|$)|^endpoint$/

const columns = Object.values(tables)
  .filter((value) => is(value, Table))
  .flatMap((table) =>
    Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`),
  )

describe('the table of keys', () => {
  it('knows every setting that is masked', () => {
    const masked = [...SETTING_NAMES, 'PGPASSWORD'].filter((name) =>
      shownSetting(name, 'scheme://user:pass-word@host').includes('***'),
    )
    const known = KEY_IDS.flatMap((id) => settingsOf(id))
    expect(masked.filter((name) => !known.includes(name)).sort()).toEqual(
      Object.keys(NO_SECRETS).sort(),
    )
    expect(known.filter((name) => !masked.includes(name))).toEqual([])
  })

  it('knows every column that holds a secret, or a hash of one', () => {
    const secret = columns.filter((column) => LOOKS_SECRET.test(column.split('.')[1] ?? ''))
    const known = KEY_IDS.flatMap((id) => columnsOf(id))
    expect(secret.filter((column) => !known.includes(column)).sort()).toEqual(
      Object.keys(NO_SECRET_COLUMNS).sort(),
    )
    expect(known.filter((column) => !columns.includes(column))).toEqual([])
  })

  it('marks the keys of features and the DKIM key as rotated by a command', () => {
    const held = FEATURES.flatMap(({ keys = [] }) => keys.map(({ id }) => id))
    const rotated = KEY_TABLE.filter(({ rotation }) => rotation === 'command').map(({ id }) => id)
    expect([...held, 'dkim'].sort()).toEqual([...rotated].sort())
  })

  it('matches docs/keys.md (vitest -u rewrites it)', async () => {
    await expect(keysDocument()).toMatchFileSnapshot(join(ROOT, 'docs', 'keys.md'))
  })
})

import type { import_rows, imports } from '#features/community/imports/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Neighbour } from '../neighbours.ts'
import type { Random } from '../random.ts'
import type { Staff } from './staff.ts'

interface MonthImports {
  imports: (typeof imports.$inferInsert)[]
  rows: (typeof import_rows.$inferInsert)[]
}

/** Letterboxes in the imported file; fewer in a small community. */
const IMPORTED = 24
const IMPORTED_DAYS_AGO = 28

/** Accounts that nothing depends on: never wrote, paid or changed anything. */
const isQuiet = ({ user }: Neighbour) =>
  !user.enable_messaging && !user.reseller && !user.membership_until && !user.password_hash

/**
 * An import of letterboxes from before the community used the app, which can still be undone, and a file that was not
 * one. The imported people do not use their accounts: none has confirmed an address.
 */
export function createImports({
  random,
  staff,
  now,
  neighbours,
  busy,
}: {
  random: Random
  staff: Staff
  now: Date
  neighbours: readonly Neighbour[]
  /** Accounts that other rows refer to. */
  busy: ReadonlySet<string>
}): MonthImports {
  const created_at = new Date(now.getTime() - IMPORTED_DAYS_AGO * DAY_MS)
  const quiet = neighbours.filter(
    (each) => each.home.country === 'LI' && isQuiet(each) && !busy.has(each.user.id),
  )
  const imported = quiet.slice(0, IMPORTED)
  const id = random.uuid()
  const rows = imported.map(({ user, letterbox, items }) => {
    Object.assign(user, {
      email_confirmed_at: null,
      created_at,
      // Never online, like real imported accounts.
      last_seen_at: new Date(0),
    })
    Object.assign(letterbox, {
      location_verified: false,
      import_key: `demo ${letterbox.id}`,
      created_at,
      updated_at: created_at,
      items_confirmed_at: created_at,
    })
    const { latitude = null, longitude = null } = letterbox
    const after = { latitude, longitude, items: [...items].sort((a, b) => a - b) }
    return { import_id: id, letterbox_id: letterbox.id, before: null, after }
  })
  const none = { update: 0, unchanged: 0, taken_over: 0, rejected: 0, warnings: 0, approximate: 0 }
  const counts = { create: rows.length, ...none, rejected: 3 }
  const file = {
    lang: 'de' as const,
    created_by: staff.id,
    content: null,
    prepared: null,
    places_done: 0,
    places_total: 0,
  }
  const failedAt = staff.at(29)
  const failed = {
    ...file,
    id: random.uuid(),
    file_name: 'Briefkästen 2019.xlsx',
    status: 'failed' as const,
    version: 1,
    created_at: staff.at(2),
    counts: null,
    failure: { code: 'spreadsheet' as const, values: {} },
  }
  const done = {
    ...file,
    id,
    file_name: 'briefkaesten-liechtenstein.csv',
    status: 'done' as const,
    version: 3,
    created_at: failedAt,
    counts,
    failure: null,
  }
  for (const { id: subject_id, file_name: label, created_at: at } of [failed, done]) {
    staff.act({ subject: 'csv_import', subject_id, verb: 'create', at, label })
  }
  const act = { subject: 'csv_import', subject_id: id, label: done.file_name } as const
  staff.act({ ...act, verb: 'run', at: created_at, after: counts })
  return { imports: rows.length > 0 ? [done, failed] : [failed], rows }
}

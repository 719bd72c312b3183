import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import {
  changeMovedAccount,
  findAccounts,
  findAccountsByEmail,
  type MovedAccount,
  removeMovedAccounts,
  storeMovedAccounts,
} from '#features/people/accounts/moving-in/server/door.ts'
import { storeMovedTours } from '#features/people/accounts/user-settings/server/door.ts'
import { storeMailChoices } from '#features/people/notifications/server/door.ts'
import { mail_choices } from '#features/people/notifications/tables.ts'
import { settlePrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import {
  importPasswordHash,
  isImportableHash,
  publicPartOf,
} from '#platform/server/identity/imported-passwords.ts'
import { NEVER_SEEN, type UserRow } from '#platform/server/identity/tables.ts'
import { readLanguage, readSwitch, readTime } from '../cells.ts'
import type { Values } from '../legacy-ids.queries.ts'
import { type Kind, type Move, type ReadRow, type StoredRow, textOf } from '../move.ts'
import type { SiteRow } from '../site-files.ts'

interface User extends ReadRow {
  values: {
    email: string | null
    new_email: string | null
    /** Public part of the hash: it changes with the password. */
    password: string | null
    email_confirmed: boolean
    firstname: string
    lastname: string
    role_id: number
    beta_tester: boolean
    lang: UserRow['lang']
    show_on_map: boolean
    show_name: boolean
    show_email: boolean
    enable_messaging: boolean
    enable_notifications: boolean
    unsubscribed: boolean
  }
  /** As the old site stored it. */
  hash: string | null
  email_confirmed_at: Date | null
  tours: { tour_map_seen: boolean; tour_letterbox_seen: boolean }
  created_at: Date
  last_seen_at: Date | null
}

const PRIVACY = [
  'show_on_map',
  'show_name',
  'show_email',
  'enable_messaging',
  'enable_notifications',
] as const

const emailSchema = z.email().max(254)

/** The switches of a new account, before the file's. */
const UNSET = {
  show_on_map: true,
  show_name: false,
  show_email: false,
  enable_messaging: false,
  enable_notifications: false,
  takes_requests: true,
  show_name_again: null,
  enable_messaging_again: null,
  notify_request: 'at_once',
} as const

function emailOf({ report }: Move, { line, fields }: SiteRow, name: string): string | null {
  const cell = fields[name]?.trim()
  if (!cell) return null
  if (emailSchema.safeParse(cell).success) return cell
  report.note(line, `"${cell.slice(0, 80)}" is not an e-mail address: imported without one`)
  return null
}

function hashOfRow({ report }: Move, { line, fields }: SiteRow): string | null {
  const { password } = fields
  if (!password) return null
  if (isImportableHash(password)) return password
  report.note(line, 'the password hash is of an unknown kind: its owner asks for a new password')
  return null
}

function roleOf({ report, givingRoles }: Move, { line, fields }: SiteRow): number {
  const role = Number(fields.role_id ?? 1)
  if (role === 1) return role
  if (role === 2 || role === 3) {
    const name = [fields.firstname, fields.lastname, fields.email].filter(Boolean).join(' ')
    report.roles.push({ line, name, role: role === 3 ? 'administrator' : 'moderator' })
    return givingRoles ? role : 1
  }
  report.note(line, `role_id ${fields.role_id} is not 1, 2 or 3: imported as a member`)
  return 1
}

/** Columns that are set as they come. */
const columnsOf = ({ values }: Pick<User, 'values'>) => ({
  email: values.email,
  new_email: values.new_email,
  firstname: values.firstname,
  lastname: values.lastname,
  role_id: values.role_id,
  beta_tester: values.beta_tester,
  lang: values.lang,
})

const valuesOf = (user: UserRow, unsubscribed: boolean): Values => ({
  email: user.email,
  new_email: user.new_email,
  password: user.password_hash && publicPartOf(user.password_hash),
  email_confirmed: user.email_confirmed_at !== null,
  firstname: user.firstname,
  lastname: user.lastname,
  role_id: user.role_id,
  beta_tester: user.beta_tester,
  lang: user.lang,
  show_on_map: user.show_on_map,
  show_name: user.show_name_again ?? user.show_name,
  show_email: user.show_email,
  enable_messaging: user.enable_messaging_again ?? user.enable_messaging,
  enable_notifications: user.enable_notifications,
  unsubscribed,
})

/** A time in the future, which only a wrong clock can have written, counts as now. */
const before = (now: Date, time: Date) => (time > now ? now : time)

async function accountOf(move: Move, row: User): Promise<MovedAccount> {
  const { values, hash, created_at, email_confirmed_at, last_seen_at } = row
  const { show_on_map, show_name, show_email, enable_messaging, enable_notifications } = values
  const given = { show_on_map, show_name, show_email, enable_messaging, enable_notifications }
  return {
    id: randomUUID(),
    ...columnsOf(row),
    ...settlePrivacy(UNSET, given),
    email_confirmed_at,
    password_hash: hash && !move.checking ? await importPasswordHash(hash) : null,
    created_at,
    last_seen_at: before(move.now, last_seen_at ?? (email_confirmed_at ? created_at : NEVER_SEEN)),
  }
}

export function usersKind(): Kind<User> {
  /** Addresses of this file, in lower case. */
  const emails = new Set<string>()

  function ownEmail(move: Move, row: SiteRow): string | null {
    const email = emailOf(move, row, 'email')
    if (email === null) return null
    const key = email.toLowerCase()
    if (!emails.has(key)) {
      emails.add(key)
      return email
    }
    move.report.note(row.line, `${email} is the address of an earlier line: imported without one`)
    return null
  }

  return {
    kind: 'user',
    file: 'users.csv',
    columns: [
      'id',
      'firstname',
      'lastname',
      'email',
      'new_email',
      'password',
      'email_confirmed',
      'email_confirmed_at',
      'role_id',
      'beta_tester',
      'created_at',
      'last_seen_at',
      'lang',
      'tour_map_seen',
      'tour_letterbox_seen',
      ...PRIVACY,
      'unsubscribed',
    ],

    async read(move, rows) {
      return rows.flatMap((row) => {
        const { line, fields } = row
        if (!fields.id) return move.report.refuse(line, 'id is missing')
        const email = ownEmail(move, row)
        const created_at = readTime(fields.created_at, move.timeZone) ?? move.now
        const confirmed_at = readTime(fields.email_confirmed_at, move.timeZone)
        const isConfirmed = readSwitch(fields.email_confirmed, confirmed_at !== null)
        const hash = email === null ? null : hashOfRow(move, row)
        return [
          {
            line,
            old_id: fields.id,
            hash,
            email_confirmed_at: isConfirmed && email ? (confirmed_at ?? created_at) : null,
            tours: {
              tour_map_seen: readSwitch(fields.tour_map_seen, false),
              tour_letterbox_seen: readSwitch(fields.tour_letterbox_seen, false),
            },
            created_at,
            last_seen_at: readTime(fields.last_seen_at, move.timeZone),
            values: {
              email,
              new_email: emailOf(move, row, 'new_email'),
              password: hash && publicPartOf(hash),
              email_confirmed: isConfirmed && email !== null,
              firstname: textOf(move, row, 'firstname', 100),
              lastname: textOf(move, row, 'lastname', 100),
              role_id: roleOf(move, row),
              beta_tester: readSwitch(fields.beta_tester, false),
              lang: readLanguage(fields.lang, move.lang),
              show_on_map: readSwitch(fields.show_on_map, true),
              show_name: readSwitch(fields.show_name, false),
              show_email: readSwitch(fields.show_email, false),
              enable_messaging: readSwitch(fields.enable_messaging, false),
              enable_notifications: readSwitch(fields.enable_notifications, false),
              unsubscribed: readSwitch(fields.unsubscribed, false),
            },
          },
        ]
      })
    },

    async store(move, rows) {
      const wanted = rows.flatMap(({ values }) => values.email?.toLowerCase() ?? [])
      const here = wanted.length > 0 ? await findAccountsByEmail(move.db, wanted) : []
      const byEmail = new Map(here.map((user) => [user.email?.toLowerCase() ?? '', user]))
      const stored: StoredRow<User>[] = []
      const accounts: MovedAccount[] = []
      for (const row of rows) {
        const account = byEmail.get(row.values.email?.toLowerCase() ?? '-')
        if (account) {
          move.report.note(row.line, `${account.email} has an account here, which stays as it is`)
          stored.push({ row, new_id: account.id, created: false })
        }
      }
      const fresh = rows.filter(({ values }) => !byEmail.has(values.email?.toLowerCase() ?? '-'))
      const made = await Promise.all(fresh.map((row) => accountOf(move, row)))
      for (const [index, account] of made.entries()) {
        const row = fresh[index]
        if (!row) continue
        accounts.push(account)
        stored.push({ row, new_id: account.id, created: true })
      }
      await storeMovedAccounts(move.db, accounts)
      const tours = stored.flatMap(({ row, new_id, created }) => {
        const { tour_map_seen, tour_letterbox_seen } = row.tours
        const isAny = created && (tour_map_seen || tour_letterbox_seen)
        return isAny ? [{ user_id: new_id, ...row.tours }] : []
      })
      await storeMovedTours(move.db, tours)
      for (const { row, new_id, created } of stored) {
        if (created && row.values.unsubscribed)
          await storeMailChoices(move.db, new_id, { announcement_mails: false })
      }
      return stored
    },

    async current(move, ids) {
      const rows = await findAccounts(move.db, ids)
      const choices = await move.db
        .select()
        .from(mail_choices)
        .where(inArray(mail_choices.user_id, ids))
      const without = new Set(
        choices.filter((each) => !each.announcement_mails).map(({ user_id }) => user_id),
      )
      return new Map(rows.map((user) => [user.id, valuesOf(user, without.has(user.id))]))
    },

    async change(move, id, row, names) {
      const [user] = await findAccounts(move.db, [id])
      if (!user) return
      const columns = columnsOf(row)
      const change: Partial<MovedAccount> = Object.fromEntries(
        Object.entries(columns).filter(([name]) => names.includes(name)),
      )
      if (names.includes('unsubscribed'))
        await storeMailChoices(move.db, id, { announcement_mails: !row.values.unsubscribed })
      if (names.includes('email_confirmed')) change.email_confirmed_at = row.email_confirmed_at
      if (names.includes('password'))
        change.password_hash =
          row.hash && !move.checking ? await importPasswordHash(row.hash) : null
      const switches = PRIVACY.filter((name) => names.includes(name))
      const given = Object.fromEntries(switches.map((name) => [name, row.values[name]]))
      if (change.email) {
        const [other] = await findAccountsByEmail(move.db, [change.email.toLowerCase()])
        if (other && other.id !== id) {
          delete change.email
          move.report.keep(row.line, 'another account here has the new address')
        }
      }
      await changeMovedAccount(move.db, id, { ...change, ...settlePrivacy(user, given) })
    },

    leftOut: ({ givingRoles }) => (givingRoles ? [] : ['role_id']),
    remove: (move, ids) => removeMovedAccounts(move.db, ids),
  }
}

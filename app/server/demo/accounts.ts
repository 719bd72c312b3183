import { and, inArray, isNotNull } from 'drizzle-orm'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#features/people/accounts/demo-accounts.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import type { Home } from './addresses.ts'
import { createNeighbour, type Neighbour } from './neighbours.ts'
import type { Random } from './random.ts'

const liechtenstein = {
  country: 'LI',
  region: 'de-LI',
  language: 'de',
  urban: false,
} as const

type AccountKey = keyof typeof DEMO_PEOPLE

interface AccountPlan {
  email: string
  firstname: string
  lastname: string
  home: Home
  role_id: number
  items: string[]
  /** Items with two copies. */
  twice?: string[]
  /** Lines for some of them. */
  lines?: Record<string, string>
}

const PLANS: Record<AccountKey, AccountPlan> = {
  demo: {
    ...DEMO_PEOPLE.demo,
    role_id: ROLE_ID.member,
    items: ['drill', 'ladder', 'raclette-oven', 'board-games', 'projector', 'bicycle-pump', 'sled'],
    twice: ['sled'],
    lines: {
      ladder: '3 m, braucht zwei Personen',
      projector: 'Full HD, mit HDMI-Kabel',
      'raclette-oven': 'Für acht Personen',
    },
    home: {
      ...liechtenstein,
      address: 'Mitteldorf 8',
      postcode: '9490',
      city: 'Vaduz',
      quarter: 'Vaduz',
      latitude: 47.14316,
      longitude: 9.5218,
    },
  },
  borrower: {
    ...DEMO_PEOPLE.borrower,
    role_id: ROLE_ID.member,
    items: ['bike-trailer', 'sewing-machine', 'fondue-set', 'tent', 'puzzle'],
    lines: { 'bike-trailer': 'Für zwei Kinder, bis 40 kg', tent: 'Für vier Personen' },
    home: {
      ...liechtenstein,
      address: 'Reberastrasse 17',
      postcode: '9494',
      city: 'Schaan',
      quarter: 'Schaan',
      latitude: 47.16643,
      longitude: 9.51191,
    },
  },
  admin: {
    ...DEMO_PEOPLE.admin,
    role_id: ROLE_ID.admin,
    items: ['hand-truck', 'moving-boxes', 'beer-bench-set', 'party-tent'],
    twice: ['beer-bench-set'],
    lines: { 'party-tent': '3 × 4 m, zu zweit aufbauen' },
    home: {
      address: 'Gesellschaftsstrasse 18',
      postcode: '3012',
      city: 'Bern',
      quarter: 'Länggasse',
      country: 'CH',
      region: 'de-CH',
      language: 'de',
      latitude: 46.95255,
      longitude: 7.43395,
      urban: true,
    },
  },
}

export interface DemoAccount {
  role: string
  email: string
  password: string
}

/** Printed at the start of a demo, so that anyone can log in. */
export const DEMO_ACCOUNTS: DemoAccount[] = Object.entries(PLANS).map(([role, { email }]) => ({
  role,
  email,
  password: DEMO_PASSWORD,
}))

interface AccountOptions {
  itemIds: Map<string, number>
  now: Date
  passwordHash: string
  /** Otherwise the admin's household is an ordinary one without a login. */
  withAdmin: boolean
}

/** The three households with the public password, with messaging on and a spot on the map. */
export function createAccounts(
  random: Random,
  { itemIds, now, passwordHash, withAdmin }: AccountOptions,
): Record<AccountKey, Neighbour> {
  const create = (key: AccountKey): Neighbour => {
    const { home, items, twice = [], lines = {}, ...account } = PLANS[key]
    const neighbour = createNeighbour(random, home, { index: 0, shared: false, now })
    const created_at = new Date(now.getTime() - 200 * DAY_MS)
    Object.assign(neighbour.user, {
      ...account,
      ...(key === 'admin' && !withAdmin
        ? { role_id: ROLE_ID.member, password_hash: null }
        : { password_hash: passwordHash }),
      // Otherwise the database would set the time of the insert.
      staff_since: account.role_id > ROLE_ID.member && withAdmin ? created_at : null,
      email_confirmed_at: created_at,
      reseller: false,
      membership_until: null,
      show_on_map: true,
      show_name: true,
      show_email: false,
      enable_messaging: true,
      enable_notifications: true,
      lang: 'de',
      last_seen_at: now,
      created_at,
    })
    Object.assign(neighbour.letterbox, {
      address_addition: null,
      location_verified: true,
      created_at,
      updated_at: created_at,
      items_confirmed_at: created_at,
    })
    const idsOf = (slugs: string[]) =>
      slugs.map((slug) => itemIds.get(slug)).filter((id) => id !== undefined)
    neighbour.items = idsOf(items).sort((a, b) => a - b)
    neighbour.lines = new Map(
      Object.entries(lines).flatMap(([slug, line]) => idsOf([slug]).map((id) => [id, line])),
    )
    neighbour.copies = new Map(idsOf(twice).map((id) => [id, 2]))
    return neighbour
  }
  return { demo: create('demo'), borrower: create('borrower'), admin: create('admin') }
}

/** The demo accounts in this database that can be logged in to; it may have been in use before. */
export async function findDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), isNotNull(users.password_hash)))
  const present = new Set(rows.map(({ email }) => email))
  return DEMO_ACCOUNTS.filter(({ email }) => present.has(email))
}

/** Whether this database was filled with the demo community, whether or not its accounts are locked. */
export async function holdsDemo(db: Db): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const [found] = await db.select({ id: users.id }).from(users).where(inArray(users.email, emails))
  return found !== undefined
}

import type { letterboxes } from '#features/places/letterboxes/tables.ts'
import { yearAfter } from '#features/shop/memberships/server/door.ts'
import type { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { STORED_LANGUAGES, type StoredLanguage } from '#platform/shared/languages.ts'
import type { Home, PlaceLanguage, Region } from './addresses.ts'
import peopleList from './people.json' with { type: 'json' }
import type { Random } from './random.ts'

export type UserRow = typeof users.$inferInsert & { id: string }
export type LetterboxRow = typeof letterboxes.$inferInsert & { id: string }

export interface Neighbour {
  user: UserRow
  letterbox: LetterboxRow
  home: Home
  items: number[]
  copies?: ReadonlyMap<number, number>
  lines?: ReadonlyMap<number, string>
}

/** Can send and receive requests. */
export const canTalk = ({ user }: Pick<Neighbour, 'user'>): boolean =>
  user.enable_messaging === true && user.show_on_map === true

export function byCity(neighbours: readonly Neighbour[]): Map<string, Neighbour[]> {
  const cities = new Map<string, Neighbour[]>()
  for (const neighbour of neighbours) {
    const { city } = neighbour.home
    const others = cities.get(city)
    if (others) others.push(neighbour)
    else cities.set(city, [neighbour])
  }
  return cities
}

/** Share of households that come from elsewhere, with names of their own. */
const FROM_ELSEWHERE = 0.28
const PART = {
  messaging: 0.55,
  active: 0.6,
  supporter: 0.06,
  formerSupporter: 0.02,
  reseller: 0.012,
  showName: 0.25,
  showEmail: 0.05,
  hidden: 0.015,
  unverified: 0.08,
  addition: 0.12,
}

const { firstnames, lastnames, shops, additions } = peopleList
const FIRSTNAMES: Record<PlaceLanguage | 'any', string[]> = firstnames
const LASTNAMES: Record<Region | 'any', string[]> = lastnames
const SHOPS: Record<PlaceLanguage, string[]> = shops
const ADDITIONS: Record<PlaceLanguage, string[]> = additions

function personName(random: Random, { language, region }: Home): [string, string] {
  const elsewhere = random.chance(FROM_ELSEWHERE)
  // Second generation: a local first name with a foreign family name.
  const first = elsewhere && random.chance(0.7) ? FIRSTNAMES.any : FIRSTNAMES[language]
  return [random.pick(first), random.pick(elsewhere ? LASTNAMES.any : LASTNAMES[region])]
}

const asciiWord = (text: string) =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replace(/[äöü]/gi, (letter) => `${letter}e`)
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

function interfaceLanguage(random: Random, language: PlaceLanguage): StoredLanguage {
  if (language === 'it') return random.pick(STORED_LANGUAGES)
  return random.chance(0.1) ? 'en' : language
}

/** When the account was created and last used: most are recent, and most active ones were used this week. */
function presence(random: Random, now: Date): { created_at: Date; last_seen_at: Date } {
  const active = random.chance(PART.active)
  const ago = active ? random.next() ** 2 * 85 : 95 + random.next() ** 2 * 600
  const age = ago + 1 + random.next() ** 1.5 * (active ? 1200 : 500)
  return {
    created_at: new Date(now.getTime() - Math.round(age * DAY_MS)),
    last_seen_at: new Date(now.getTime() - Math.round(ago * DAY_MS)),
  }
}

function membership(random: Random, now: Date) {
  const drawn = random.next()
  const paid = (daysAgo: number) => {
    const paidAt = new Date(now.getTime() - Math.round(daysAgo * DAY_MS))
    return { membership_until: yearAfter(paidAt) }
  }
  if (drawn < PART.supporter) return paid(random.next() * 330)
  if (drawn < PART.supporter + PART.formerSupporter) return paid(400 + random.next() * 400)
  return { membership_until: null }
}

function userOf(random: Random, home: Home, index: number, now: Date): UserRow {
  const reseller = random.chance(PART.reseller)
  const [firstname, lastname] = reseller
    ? [random.pick(SHOPS[home.language]), home.quarter]
    : personName(random, home)
  const messaging = !reseller && random.chance(PART.messaging)
  const showName = random.chance(PART.showName)
  const showEmail = random.chance(PART.showEmail)
  const times = presence(random, now)
  return {
    id: random.uuid(),
    email: `${asciiWord(firstname)}.${asciiWord(lastname)}.${index}@neighbours.example`,
    email_confirmed_at: times.created_at,
    firstname,
    lastname,
    reseller,
    ...membership(random, now),
    show_on_map: !random.chance(PART.hidden) || reseller,
    show_name: showName || reseller,
    show_email: showEmail || reseller,
    enable_messaging: messaging,
    enable_notifications: messaging && random.chance(0.6),
    lang: interfaceLanguage(random, home.language),
    ...times,
  }
}

/** Maximum age of confirmed stickers in days. */
const OLDEST_STICKERS = 170

/** A household with its account and letterbox, without stickers. */
export function createNeighbour(
  random: Random,
  home: Home,
  { index, shared, now }: { index: number; shared: boolean; now: Date },
): Neighbour {
  const user = userOf(random, home, index, now)
  const addition = shared || random.chance(PART.addition)
  const letterbox: LetterboxRow = {
    id: random.uuid(),
    user_id: user.id,
    address: home.address,
    address_addition: addition ? random.pick(ADDITIONS[home.language]) : null,
    postcode: home.postcode,
    city: home.city,
    country: home.country,
    latitude: home.latitude,
    longitude: home.longitude,
    location_verified: !random.chance(PART.unverified),
    created_at: user.created_at,
    updated_at: user.created_at,
    // Less than half a year ago: otherwise the demo would start by asking hundreds of owners for confirmation.
    items_confirmed_at: new Date(
      Math.max(Number(user.last_seen_at ?? 0), now.getTime() - OLDEST_STICKERS * DAY_MS),
    ),
  }
  return { user, letterbox, home, items: [] }
}

import { PARCEL_CODE_COUNT, parcelCodeOf } from '#features/shop/parcels/parcel-code.ts'
import type { letter_batches, parcel_codes } from '#features/shop/parcels/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Neighbour } from '../neighbours.ts'
import type { Random } from '../random.ts'
import { MONTH_WORDS } from './month-words.ts'
import type { Staff } from './staff.ts'

type BatchRow = typeof letter_batches.$inferInsert
type CodeRow = typeof parcel_codes.$inferInsert

const LETTERS = 12
/** How many people have come through a letter. */
const CAME = 3
const MADE_DAYS_AGO = 20
const WORKS_DAYS = 183

interface Scene {
  random: Random
  staff: Staff
  neighbours: readonly Neighbour[]
}

const streetOf = (address: string) => address.replace(/\s+\S+$/, '')
const numberOf = (address: string) => Number.parseInt(address.match(/(\d+)\S*$/)?.[1] ?? '0', 10)

/**
 * Letters to a street where some already lend: a few people have come, one letter was returned, and the others are on
 * their way. Codes follow from the seed; open ones work normally.
 */
export function createInvitations({ random, staff, neighbours }: Scene) {
  const inTown = neighbours.filter(
    ({ letterbox: { city, country, address } }) =>
      city === 'Vaduz' && country === 'LI' && numberOf(address) > 0,
  )
  const byStreet = new Map<string, Neighbour[]>()
  for (const neighbour of inTown) {
    const street = streetOf(neighbour.letterbox.address)
    byStreet.set(street, [...(byStreet.get(street) ?? []), neighbour])
  }
  const [street, there = []] =
    [...byStreet].sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]))[0] ?? []
  const [first] = there
  if (!street || !first) return { batches: [], codes: [] }
  const { postcode, city, country } = first.letterbox
  const created_at = staff.at(MADE_DAYS_AGO)
  const expires_at = new Date(created_at.getTime() + WORKS_DAYS * DAY_MS)
  const batch: BatchRow = {
    id: random.uuid(),
    label: `${street}, ${postcode} ${city}`,
    lang: 'de',
    text: MONTH_WORDS.invitation,
    window: 'left',
    created_by: staff.id,
    created_at,
    expires_at,
  }
  const taken = new Set(there.map(({ letterbox }) => numberOf(letterbox.address)))
  const came = there.slice(0, CAME)
  const free = Array.from({ length: 99 }, (_, index) => index + 1).filter(
    (each) => !taken.has(each),
  )
  const letterTo = (address: string): CodeRow => ({
    code: parcelCodeOf(random.int(0, PARCEL_CODE_COUNT - 1)),
    batch_id: batch.id ?? null,
    address,
    postcode,
    city,
    country,
    created_at,
    expires_at,
  })
  const used = came.map(({ letterbox }) => ({
    ...letterTo(letterbox.address),
    used_at: staff.at(random.int(3, MADE_DAYS_AGO - 5)),
    letterbox_id: letterbox.id ?? null,
  }))
  const [returned, ...open] = free
    .slice(0, LETTERS - used.length)
    .map((number) => letterTo(`${street} ${number}`))
  const codes = [...used, ...(returned ? [{ ...returned, revoked_at: staff.at(4) }] : []), ...open]
  const act = { subject: 'letter_batch', subject_id: batch.id ?? '', label: batch.label } as const
  staff.act({ ...act, verb: 'create', at: created_at, after: { letters: codes.length } })
  staff.act({ ...act, verb: 'print', at: created_at })
  return { batches: [batch], codes }
}

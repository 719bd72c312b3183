import {
  countAccepted,
  countLoansByItem,
  countLoansByMonth,
  countRequestsByItem,
} from '#features/lending/conversations/counts/server/door.ts'
import { countNewLetterboxes } from '#features/places/letterboxes/figures/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { monthsLater } from '#platform/server/community-months.ts'
import type { Deps } from '#platform/server/deps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Impact } from '../contract.ts'
import { IMPACT_ITEM_MONTHS, IMPACT_ITEMS, IMPACT_MONTHS } from '../impact-limits.ts'
import { monthsUpTo, tellCount, tellMore, tellMost, tellMostOf, tellTotal } from './impact.rules.ts'

const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0)

/** How long the count of a past month is cached. Only hiding or showing a letterbox changes it. */
const PAST_FRESH_MS = DAY_MS

/** New letterboxes of each past month, and when they were counted. */
export type PastMonths = Map<string, { count: number; since: number }>

/**
 * Counts month by month, so that no query is long and an embedded database can serve other requests in between. Past
 * months are counted once a day.
 * @param past cached counts; new ones are added
 */
async function countLetterboxes(
  { database, config, clock }: Deps,
  months: readonly string[],
  past: PastMonths,
): Promise<number[]> {
  const counts: number[] = []
  const now = clock().getTime()
  for (const from of months) {
    const keptCount = past.get(from)
    const isKnown = keptCount && now - keptCount.since < PAST_FRESH_MS
    const month = { from, until: monthsLater(from, 1) }
    const count = isKnown
      ? keptCount.count
      : await countNewLetterboxes(database.orm, month, config.timeZone)
    if (!isKnown && from !== months.at(-1)) past.set(from, { count, since: now })
    counts.push(count)
  }
  return counts
}

/**
 * Computes all figures. The number of letterboxes on the map comes from the index in memory. With a million of them
 * and half a million loans it took 5.5 seconds on PostgreSQL, and 2 ms from the cache; during a recount, requests get
 * the previous figures.
 * @param past cached counts of past months; new ones are added
 */
export async function countImpact(deps: Deps, past: PastMonths = new Map()): Promise<Impact> {
  const { database, config, clock, letterboxFeed } = deps
  const { orm } = database
  const months = monthsUpTo(dayIn(config.timeZone, clock()).slice(0, 7), IMPACT_MONTHS)
  const since = months.at(-IMPACT_ITEM_MONTHS) ?? ''
  const letterboxes = await countLetterboxes(deps, months, past)
  const loansByMonth = await countLoansByMonth(orm, config.timeZone)
  const accepted = await countAccepted(orm)
  const requestsByItem = await countRequestsByItem(orm, since, config.timeZone)
  const lent = await countLoansByItem(orm, since, config.timeZone)

  const loans = months.map((month) => loansByMonth.get(month) ?? 0)
  const allLoans = sum(loansByMonth.values())
  const loansTold = tellTotal([allLoans - sum(loans), ...loans])
  const rows = months.map((month, index) => ({
    month,
    loans: tellCount(loans[index] ?? 0),
    letterboxes: tellCount(letterboxes[index] ?? 0),
  }))
  const first = rows.findIndex((row) => row.loans !== null || row.letterboxes !== null)
  return {
    letterboxes: tellTotal([
      Math.max(0, letterboxFeed.index.size - sum(letterboxes)),
      ...letterboxes,
    ]),
    loans: loansTold,
    // Anyone can subtract the loans from this, so the difference must not be too small either.
    accepted: tellMore(loansTold, Math.max(0, accepted - allLoans)),
    months: first < 0 ? [] : rows.slice(first),
    most_wanted: tellMost(requestsByItem, IMPACT_ITEMS),
    most_lent: tellMostOf(lent, IMPACT_ITEMS),
  }
}

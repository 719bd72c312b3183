import type { Impact } from '@letterlend/contract/impact.ts'
import {
  IMPACT_ITEM_MONTHS,
  IMPACT_ITEMS,
  IMPACT_MONTHS,
} from '@letterlend/contract/impact-limits.ts'
import type { Deps } from '../../deps.ts'
import { dayIn } from '../letterboxes/community-day.ts'
import {
  countAccepted,
  countLoansByItem,
  countLoansByMonth,
  countNewLetterboxes,
  countRequestsByItem,
} from './impact.queries.ts'
import {
  monthsLater,
  monthsUpTo,
  tellCount,
  tellMore,
  tellMost,
  tellMostOf,
  tellTotal,
} from './impact.rules.ts'

const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0)

/** Counts one month after the other, so that an embedded database is never busy for long. */
async function countLetterboxes(deps: Deps, months: readonly string[]): Promise<number[]> {
  const { database, config } = deps
  const counts: number[] = []
  for (const from of months) {
    const until = monthsLater(from, 1)
    counts.push(await countNewLetterboxes(database.orm, { from, until }, config.timeZone))
  }
  return counts
}

/**
 * Works out all that is told. Its time grows with what happened in two years and with all loans ever,
 * not with the letterboxes there are: how many are on the map says the index.
 */
export async function countImpact(deps: Deps): Promise<Impact> {
  const { database, config, clock, letterboxFeed } = deps
  const { orm } = database
  const months = monthsUpTo(dayIn(config.timeZone, clock()).slice(0, 7), IMPACT_MONTHS)
  const since = months.at(-IMPACT_ITEM_MONTHS) ?? ''
  const letterboxes = await countLetterboxes(deps, months)
  const loansByMonth = await countLoansByMonth(orm, config.timeZone)
  const accepted = await countAccepted(orm)
  const wanted = await countRequestsByItem(orm, since, config.timeZone)
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
    // Of what is the difference to the loans, the same holds as of a month.
    accepted: tellMore(loansTold, Math.max(0, accepted - allLoans)),
    months: first < 0 ? [] : rows.slice(first),
    most_wanted: tellMost(wanted, IMPACT_ITEMS),
    most_lent: tellMostOf(lent, IMPACT_ITEMS),
  }
}

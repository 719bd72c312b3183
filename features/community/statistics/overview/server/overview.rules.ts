import { monthsUpTo } from '#features/community/statistics/impact/server/door.ts'
import { monthsLater } from '#platform/server/community-months.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { OVERVIEW_MONTHS, OVERVIEW_STICKERS, type StickerDemand } from '../contract.ts'

/** Calendar months of the community, both included. */
export interface Period {
  from: string
  until: string
}

/** The months of a period, the oldest first. */
export function monthsOf({ from, until }: Period): string[] {
  const [years = 0, months = 0] = until
    .split('-')
    .map((part, index) => Number(part) - Number(from.split('-')[index]))
  return monthsUpTo(until, years * 12 + months + 1)
}

/**
 * The months that are told: those asked for, none of them to come.
 * @param running the month that is not over
 * @throws {AppError} validation, of what ends before it begins or is too long
 */
export function periodOf(range: { from?: string; until?: string }, running: string): Period {
  const last = range.until ?? running
  const until = last > running ? running : last
  const from = range.from ?? monthsLater(until, 1 - OVERVIEW_MONTHS.default)
  if (from > until || from < monthsLater(until, 1 - OVERVIEW_MONTHS.max)) {
    throw new AppError('validation', { errors: { from: [VALIDATION.invalid] } })
  }
  return { from, until }
}

/** How often a sticker was asked and wished for, all of it and what was missing nearby. */
export interface Demand {
  item_id: number
  wanted: Omit<StickerDemand, 'item_id'>
  missing: Omit<StickerDemand, 'item_id'>
}

const most = (demands: readonly Demand[], kind: 'wanted' | 'missing'): StickerDemand[] =>
  demands
    .map((each) => ({ item_id: each.item_id, ...each[kind] }))
    .filter(({ requests, wishes }) => requests + wishes > 0)
    .sort((a, b) => b.requests + b.wishes - a.requests - a.wishes || a.item_id - b.item_id)
    .slice(0, OVERVIEW_STICKERS)

/** The most asked and wished for, the highest first. */
export const mostWanted = (demands: readonly Demand[]) => most(demands, 'wanted')
/** Of these, what was not there nearby. */
export const mostMissing = (demands: readonly Demand[]) => most(demands, 'missing')

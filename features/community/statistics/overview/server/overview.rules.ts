import { monthsUpTo } from '#features/community/statistics/impact/server/door.ts'
import { monthsLater } from '#platform/server/community-months.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { OVERVIEW_MONTHS, OVERVIEW_STICKERS, type StickerDemand } from '../contract.admin.ts'

/** Calendar months of the community, both inclusive. */
export interface Period {
  from: string
  until: string
}

/** The months of a period, oldest first. */
export function monthsOf({ from, until }: Period): string[] {
  const [years = 0, months = 0] = until
    .split('-')
    .map((part, index) => Number(part) - Number(from.split('-')[index]))
  return monthsUpTo(until, years * 12 + months + 1)
}

/**
 * The requested months, without future ones.
 * @param running the current month
 * @throws {AppError} validation if the period ends before it begins or is too long
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

/** Requests and wishes for a sticker: all of them, and those that found nothing nearby. */
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

/** The most requested and wished for, in descending order. */
export const mostWanted = (demands: readonly Demand[]) => most(demands, 'wanted')
/** The most often missing nearby. */
export const mostMissing = (demands: readonly Demand[]) => most(demands, 'missing')

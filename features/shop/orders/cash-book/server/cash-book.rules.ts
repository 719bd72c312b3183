import { CURRENCIES, toMoney } from '../../products/pricing.ts'
import { CASH_WAYS, type CashBook } from '../contract.admin.ts'
import type { BookedMovement, OpeningSum } from './cash-book.queries.ts'

/** Received and refunded sums, both positive, in cents. */
function sumsOf(movements: readonly Pick<BookedMovement, 'cents'>[]) {
  let received = 0
  let given_back = 0
  for (const { cents } of movements) {
    if (cents > 0) received += cents
    else given_back -= cents
  }
  return { received, given_back }
}

/** The cash book of a month or a year; ways and kinds without money are omitted. */
export function cashBookOf(
  openings: readonly OpeningSum[],
  movements: readonly BookedMovement[],
): CashBook {
  const ways = CASH_WAYS.flatMap((way) =>
    CURRENCIES.flatMap((currency) => {
      const isOf = (each: OpeningSum | BookedMovement) =>
        each.way === way && each.currency === currency
      const own = movements.filter(isOf)
      const openingSum = openings.find(isOf)
      if (own.length === 0 && !openingSum) return []
      const opening = openingSum?.cents ?? 0
      const { received, given_back } = sumsOf(own)
      return [
        {
          way,
          currency,
          opening: toMoney(opening),
          received: toMoney(received),
          given_back: toMoney(given_back),
          closing: toMoney(opening + received - given_back),
        },
      ]
    }),
  )
  const productIds = [...new Set(movements.map(({ product_id }) => product_id))].sort(
    (a, b) => a - b,
  )
  const kinds = productIds.flatMap((product_id) =>
    CURRENCIES.flatMap((currency) => {
      const own = movements.filter(
        (each) => each.product_id === product_id && each.currency === currency,
      )
      if (own.length === 0) return []
      const { received, given_back } = sumsOf(own)
      const donations = own.reduce((sum, { donation_cents }) => sum + donation_cents, 0)
      return [
        {
          product_id,
          currency,
          received: toMoney(received),
          given_back: toMoney(given_back),
          donations: toMoney(donations),
        },
      ]
    }),
  )
  return {
    ways,
    kinds,
    movements: movements.map(({ cents, at, donation_cents, ...movement }) => ({
      ...movement,
      at: at.toISOString(),
      amount: toMoney(cents),
      donation: toMoney(donation_cents),
    })),
  }
}

import type { CsvCell } from '#platform/shared/input/csv.ts'
import type { CashBook } from '../../contract.cash-book.ts'

/** Named as in the API: the same in every language, so that a spreadsheet finds them again. */
export const CASH_BOOK_COLUMNS = [
  'entry',
  'at',
  'way',
  'currency',
  'amount',
  'balance',
  'refno',
  'product_id',
  'reference',
] as const

/** What each way held, then each movement with what its way holds after it, then what each way holds. */
export function cashBookLines({ ways, movements }: CashBook): CsvCell[][] {
  const balances = new Map<string, number>()
  const keyOf = ({ way, currency }: { way: string; currency: string }) => `${way} ${currency}`
  const line = (entry: string, each: CashBook['ways'][number], balance: number): CsvCell[] => {
    return [entry, null, each.way, each.currency, null, balance, null, null, null]
  }
  for (const each of ways) balances.set(keyOf(each), Math.round(each.opening * 100))
  const moved = movements.map((movement): CsvCell[] => {
    const balance = (balances.get(keyOf(movement)) ?? 0) + Math.round(movement.amount * 100)
    balances.set(keyOf(movement), balance)
    const { at, way, currency, amount, refno, product_id, reference } = movement
    const entry = amount > 0 ? 'payment' : 'refund'
    return [entry, at, way, currency, amount, balance / 100, refno, product_id, reference]
  })
  return [
    ...ways.map((each) => line('opening', each, each.opening)),
    ...moved,
    ...ways.map((each) => line('closing', each, each.closing)),
  ]
}

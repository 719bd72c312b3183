import { dayIn } from '#platform/server/community-day.ts'
import { sectionsOf } from '#platform/server/texts.ts'
import type { CsvCell } from '#platform/shared/input/csv.ts'
import type { Language } from '#platform/shared/languages.ts'
import { PRODUCT_ID } from '../../products/pricing.ts'
import { formatRefno } from '../../refno.ts'
import type { CashBook, CashWay } from '../contract.admin.ts'

const COLUMNS = [
  'entry',
  'at',
  'way',
  'currency',
  'amount',
  'donation',
  'balance',
  'refno',
  'name',
  'product_id',
  'reference',
] as const

type Entry = 'opening' | 'payment' | 'refund' | 'closing'

/** Texts and formats of the file. */
interface Words {
  file: string
  columns: readonly string[]
  entry: (entry: Entry) => string
  way: (way: CashWay) => string
  product: (id: number) => string | number
  refno: (refno: string) => string
  /** @param at in ISO 8601 */
  day: (at: string) => string
}

/** Names as in the API, in every language, so that programs can rely on them. */
const PLAIN: Words = {
  file: 'cash-book',
  columns: COLUMNS,
  entry: (entry) => entry,
  way: (way) => way,
  product: (id) => id,
  refno: (refno) => refno,
  day: (at) => at,
}

const productOf = (id: number) =>
  id === PRODUCT_ID.membership
    ? 'membership'
    : id === PRODUCT_ID.reseller
      ? 'reseller'
      : 'stickerPack'

/**
 * For people: localized names, and days in the community's time zone in a format that every spreadsheet understands.
 */
function wordsIn(lang: Language, timeZone: string): Words {
  const words = sectionsOf('orders', lang).server.cashBook
  return {
    file: words.file,
    columns: COLUMNS.map((column) => words.columns[column]),
    entry: (entry) => words.entry[entry],
    way: (way) => words.way[way],
    product: (id) => words.product[productOf(id)],
    refno: formatRefno,
    day: (at) => dayIn(timeZone, new Date(at)),
  }
}

/** The opening balance of each way, each movement with the balance after it, then the closing balances. */
export function cashBookFile(
  { ways, movements }: CashBook,
  { lang, timeZone }: { lang?: Language | undefined; timeZone: string },
): { name: string; head: readonly string[]; lines: CsvCell[][] } {
  const words = lang ? wordsIn(lang, timeZone) : PLAIN
  const balances = new Map<string, number>()
  const keyOf = ({ way, currency }: { way: string; currency: string }) => `${way} ${currency}`
  const line = (entry: Entry, each: CashBook['ways'][number], balance: number): CsvCell[] => {
    const { currency } = each
    const beginning = [words.entry(entry), null, words.way(each.way), currency, null, null]
    return [...beginning, balance, null, null, null, null]
  }
  for (const each of ways) balances.set(keyOf(each), Math.round(each.opening * 100))
  const moved = movements.map((movement): CsvCell[] => {
    const balance = (balances.get(keyOf(movement)) ?? 0) + Math.round(movement.amount * 100)
    balances.set(keyOf(movement), balance)
    const { at, way, currency, amount, donation, refno, name, product_id, reference } = movement
    return [
      words.entry(amount > 0 ? 'payment' : 'refund'),
      words.day(at),
      words.way(way),
      currency,
      amount,
      donation,
      balance / 100,
      words.refno(refno),
      name,
      words.product(product_id),
      reference,
    ]
  })
  const lines = [
    ...ways.map((each) => line('opening', each, each.opening)),
    ...moved,
    ...ways.map((each) => line('closing', each, each.closing)),
  ]
  return { name: words.file, head: words.columns, lines }
}

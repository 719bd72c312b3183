import {
  type MoneyOfOrder,
  NO_MONEY,
  sumMoneyOf,
} from '#features/shop/orders/cash-book/server/door.ts'
import { centsToPay } from '#features/shop/orders/paying/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Asked } from '#platform/server/questions.ts'
import type { Language } from '#platform/shared/languages.ts'
import { may } from '#platform/shared/task-matrix.ts'
import { shownStatusOf } from '../../order-steps.ts'
import type { FullOrder } from '../presenter.ts'
import type { Eyes } from './eyes.ts'

interface Exported extends FullOrder {
  /** Language of the reader. */
  lang: Language
  money: MoneyOfOrder
}

/** Names as in the API, in every language, so that spreadsheets can rely on them. */
const CELLS = {
  refno: ({ order }: FullOrder) => order.refno,
  order_date: ({ order }: FullOrder) => order.created_at.toISOString(),
  status: ({ order, is_refunded }: FullOrder) =>
    shownStatusOf({
      order_status: { name: order.status },
      is_refunded,
      awaited_until: order.awaited_until?.toISOString() ?? null,
    }),
  product: ({ product, lang }: Exported) => productName(product, lang),
  amount: ({ order }: FullOrder) => order.amount,
  price: ({ order }: FullOrder) => toMoney(order.price_cents),
  donation: ({ order }: FullOrder) => toMoney(order.donation_cents),
  payment_amount: ({ order }: FullOrder) => toMoney(order.price_cents + order.donation_cents),
  payment_currency: ({ order }: FullOrder) => order.currency,
  payment_method: ({ order }: FullOrder) => order.payment_method,
  paid_on: ({ money }: Exported) => money.paid_on,
  paid: ({ order }: FullOrder) => toMoney(order.paid_cents),
  payment_reference: ({ money }: Exported) => money.references,
  refunded: ({ money }: Exported) => toMoney(money.refunded_cents),
  refunded_on: ({ money }: Exported) => money.refunded_on,
  to_pay: ({ order }: FullOrder) => toMoney(centsToPay(order)),
  firstname: ({ order }: FullOrder) => order.firstname,
  lastname: ({ order }: FullOrder) => order.lastname,
  email: ({ order }: FullOrder) => order.email,
  address: ({ order }: FullOrder) => order.address,
  address_addition: ({ order }: FullOrder) => order.address_addition,
  postcode: ({ order }: FullOrder) => order.postcode,
  city: ({ order }: FullOrder) => order.city,
  country: ({ order }: FullOrder) => order.country,
  lang: ({ order }: FullOrder) => order.lang,
  ideas: ({ order }: FullOrder) => order.ideas,
  note: ({ order }: FullOrder) => order.note,
}

type Column = keyof typeof CELLS
const OF_ADDRESS: readonly Column[] = ['address', 'address_addition', 'postcode', 'city']

/** Addresses are only for the staff that ships. */
export const columnsFor = (viewer: Eyes): Column[] =>
  (Object.keys(CELLS) as Column[]).filter(
    (column) => may(viewer, 'order.address') || !OF_ADDRESS.includes(column),
  )

/** The rows of the file, page by page. */
export async function* csvPagesOf(
  db: Db,
  pages: AsyncIterable<FullOrder[]>,
  columns: readonly Column[],
  context: Asked & { timeZone: string; lang: Language },
) {
  const cells = columns.map((column) => CELLS[column])
  for await (const page of pages) {
    const ids = page.map(({ order }) => order.id)
    const money = await sumMoneyOf(db, context, ids)
    yield page.map((full) => {
      const exported = { ...full, lang: context.lang, money: money.get(full.order.id) ?? NO_MONEY }
      return cells.map((cell) => cell(exported))
    })
  }
}

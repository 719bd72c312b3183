import type { SQL } from 'drizzle-orm'
import type { Currency } from '#features/shop/orders/products/pricing.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { type Asked, defineQuestion } from '#platform/server/questions.ts'
import type { AdminOrder } from '../contract.admin.ts'
import type { CashWay } from '../contract.cash-book.ts'
import type { FullOrder } from './orders.presenter.ts'

/** What it takes to change an order, and to tell whoever ordered. */
export type OrderDeps = MailDeps & Asked

/** What it takes to say that money was looked after: where it was given back, whoever ordered is told. */
export type SettlingDeps = OrderDeps & Pick<Deps, 'clock'>

/** Money that came or went, of the cash book: the columns of a query, in this order. Money that went is below 0. */
export interface CashMovement {
  order_id: string
  at: Date
  way: CashWay
  reference: string
  cents: number
  currency: Currency
}

/** What a noun says through which money for orders comes, of the money that came that way. */
export interface OrderMoney {
  /** Of the order of the query at hand: somebody said that its money is looked after, though not all is back. */
  isLeft: SQL
  /** Money that came and went this way, as a query of {@link CashMovement}s. */
  movements: SQL
  /** As administrators see it on the page of an order. */
  list(
    db: Db,
    orderId: string,
  ): Promise<Partial<Pick<AdminOrder, 'payments' | 'refunds' | 'disputes'>>>
  /**
   * Notes that a payment, a refund or a dispute was looked after; the first one stays noted.
   * @returns whether it is one of the order's, and came this way
   */
  settle(
    tx: Db,
    deps: SettlingDeps,
    which: { id: string; of: string },
    by: { settled_at: Date; settled_by: string },
  ): Promise<boolean>
}
/** Asked of every noun through which money for orders comes. */
export const ORDER_MONEY = defineQuestion<OrderMoney>('money for orders')

/** What the books of providers say of an order. Cents. */
export interface ProviderBooks {
  /** Given back, and about to be. */
  succeeded: number
  started: number
  /** What a provider holds back since somebody wants it back, or has lost already. */
  withheld: number
}

/** What whoever keeps the books of providers says; a query is asked of the order at hand. */
export interface ProviderMoney {
  /** Whether somebody has tried to pay: money may be on its way. */
  wasTried: SQL
  /** What is on its way back, there or withheld. */
  gone: SQL
  /** Of the order at hand: its payment is disputed, or was lost that way. */
  isDisputed: SQL
  /**
   * Ids of the orders with money that went wrong and that nobody has settled: a query of one column.
   * @param now in ISO 8601
   */
  wrong(now: InSql<string>): SQL
  booksOf(db: Db, orderId: string): Promise<ProviderBooks>
  /**
   * Ends a payment that its payer has only begun, so that the amount can change while the order is held.
   * @returns false where money may be on its way
   */
  endBegun(tx: Db, orderId: string, now: Date): Promise<boolean>
  /** Whether money may be on its way, so that the amount cannot change. */
  isUnderWay(db: Db, orderId: string): Promise<boolean>
  /** How much of what is to be given back goes by way of the providers that it came through: the rest came by bank. */
  throughProviders(db: Db, order: FullOrder['order'], amount_cents: number): Promise<number>
  /**
   * Begins to give money of a locked order back by way of the providers that it came through.
   * @returns how much of it: the rest came by bank
   */
  giveBack(
    tx: Db,
    order: FullOrder['order'],
    wish: { amount_cents: number; user_id: string; now: Date },
  ): Promise<number>
}
export const PROVIDER_MONEY = defineQuestion<ProviderMoney>('money that comes through providers')

/** Asked to follow where an order was paid, or is not any more: in the transaction that moves it. */
export const PAID_OR_NOT = defineQuestion<(tx: Db, order: FullOrder['order']) => Promise<void>>(
  'what follows when an order is paid',
)

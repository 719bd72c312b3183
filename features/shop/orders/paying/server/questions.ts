import type { SQL } from 'drizzle-orm'
import type { FullOrder } from '#features/shop/orders/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { type Asked, defineQuestion } from '#platform/server/questions.ts'
import type { CashWay } from '../../cash-book/contract.admin.ts'
import type { AdminOrder } from '../../contract.admin.ts'
import type { Currency } from '../../products/pricing.ts'

/** Dependencies for changing an order and mailing the customer. */
export type OrderDeps = MailDeps & Asked

/** Dependencies for settling money; a refund also mails the customer. */
export type SettlingDeps = OrderDeps & Pick<Deps, 'clock'>

/** A movement of the cash book: the columns of the query, in this order. Refunds are negative. */
export interface CashMovement {
  order_id: string
  at: Date
  way: CashWay
  reference: string
  cents: number
  currency: Currency
}

/** What a way of payment (a feature module) provides about its money. */
export interface OrderMoney {
  /** Whether the money of the current order row counts as settled although not all was refunded. */
  isLeft: SQL
  /** A query of {@link CashMovement}s. */
  movements: SQL
  /** The payments, refunds and disputes on an administrator's page of an order. */
  list(
    db: Db,
    orderId: string,
  ): Promise<Partial<Pick<AdminOrder, 'payments' | 'refunds' | 'disputes'>>>
  /**
   * Marks a payment, refund or dispute as settled; the first mark stays.
   * @returns false if it does not belong to this order or way of payment
   */
  settle(
    tx: Db,
    deps: SettlingDeps,
    which: { id: string; of: string },
    by: { settled_at: Date; settled_by: string },
  ): Promise<boolean>
}
/** Answered by each way of payment. */
export const ORDER_MONEY = defineQuestion<OrderMoney>('money for orders')

/** Sums of an order in the providers' books, in cents. */
export interface ProviderBooks {
  /** Refunded, and refunds in progress. */
  succeeded: number
  started: number
  /** Withheld or lost because of a dispute. */
  withheld: number
}

/** What the module with the providers' books answers; SQL fragments refer to the current order row. */
export interface ProviderMoney {
  /** Whether a payment was attempted, so that money may be on its way. */
  wasTried: SQL
  /** Refunded, being refunded, or withheld. */
  gone: SQL
  /** Whether the payment is disputed, or was lost in a dispute. */
  isDisputed: SQL
  /**
   * A one-column query of the ids of orders with an unsettled payment problem.
   * @param now in ISO 8601
   */
  wrong(now: InSql<string>): SQL
  booksOf(db: Db, orderId: string): Promise<ProviderBooks>
  /**
   * Ends a payment that its payer has only begun, so that the amount can change while the order is locked.
   * @returns false if money may be on its way
   */
  endBegun(tx: Db, orderId: string, now: Date): Promise<boolean>
  /** Whether a payment may be under way, so that the amount cannot change. */
  isUnderWay(db: Db, orderId: string): Promise<boolean>
  /** The part of a refund that goes through providers; the rest was paid by bank. */
  throughProviders(db: Db, order: FullOrder['order'], amount_cents: number): Promise<number>
  /**
   * Starts refunding money of a locked order through the providers that received it.
   * @returns the part refunded this way; the rest was paid by bank
   */
  giveBack(
    tx: Db,
    order: FullOrder['order'],
    wish: { amount_cents: number; user_id: string; now: Date },
  ): Promise<number>
}
export const PROVIDER_MONEY = defineQuestion<ProviderMoney>('money that comes through providers')

/** Called in the transaction that marks an order as paid or as no longer paid. */
export const PAID_OR_NOT = defineQuestion<(tx: Db, order: FullOrder['order']) => Promise<void>>(
  'what follows when an order is paid',
)

import type { MailChoices } from '#features/people/notifications/tables.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import type { Memberships } from '../contract.ts'
import type { PaidMembership } from './memberships.queries.ts'

export function presentMemberships(
  { membership_until }: UserRow,
  { membership_reminders }: Pick<MailChoices, 'membership_reminders'>,
  memberships: readonly PaidMembership[],
): Memberships {
  return {
    supporter_until: membership_until?.toISOString() ?? null,
    membership_reminders,
    memberships: memberships.toReversed().map(({ order, period }) => ({
      order_id: order.id,
      order_date: order.created_at.toISOString(),
      amount: toMoney(order.price_cents),
      payment_currency: order.currency,
      valid_from: period.from.toISOString(),
      valid_until: period.until.toISOString(),
    })),
  }
}

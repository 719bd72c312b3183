import { expect, it } from 'vitest'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import {
  canBecome,
  hasParcel,
  mayStep,
  ORDER_STATUSES,
  type OrderState,
  STAFF_STEPS,
  staffStepsOf,
  statusAfter,
} from './order-steps.ts'

const order = (
  status: (typeof ORDER_STATUSES)[number],
  product_id: number = PRODUCT_ID.reseller,
  is: Partial<OrderState> = {},
) => ({
  status,
  product_id,
  is_difference_due: false,
  is_just_shipped: false,
  is_refunded: false,
  ...is,
})

it('offers the staff what leads on from each state', () => {
  const offered = ORDER_STATUSES.map((status) => [status, staffStepsOf(order(status))])
  expect(Object.fromEntries(offered)).toEqual({
    pending_confirmation: ['confirm', 'cancel'],
    pending_payment: ['cancel'],
    paid: ['ship', 'cancel'],
    processed: [],
    cancelled: [],
  })
})

it('puts no membership into the post', () => {
  expect(staffStepsOf(order('paid', PRODUCT_ID.membership))).toEqual(['cancel'])
  expect(hasParcel(order('paid', PRODUCT_ID.membership))).toBe(false)
  expect(ORDER_STATUSES.filter((status) => hasParcel(order(status)))).toEqual(['paid', 'processed'])
})

it('ships nothing of which something is to be paid, and takes back what was shipped just now', () => {
  const due = { is_difference_due: true }
  expect(staffStepsOf(order('paid', PRODUCT_ID.reseller, due))).toEqual(['cancel'])
  const justShipped = { is_just_shipped: true }
  expect(staffStepsOf(order('processed', PRODUCT_ID.reseller, justShipped))).toEqual(['unship'])
})

it('puts nothing into the post that was given back', () => {
  const refunded = order('paid', PRODUCT_ID.stickerPack, { is_refunded: true })
  expect([staffStepsOf(refunded), hasParcel(refunded)]).toEqual([['cancel'], false])
})

it('goes back from being shipped alone, and a step leads where it may', () => {
  const ways = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} > ${to}`),
  )
  expect(ways).toEqual([
    'pending_confirmation > pending_payment',
    'pending_confirmation > cancelled',
    'pending_payment > paid',
    'pending_payment > cancelled',
    'paid > processed',
    'paid > cancelled',
    'processed > paid',
  ])
  for (const step of [...STAFF_STEPS, 'pay'] as const)
    for (const status of ORDER_STATUSES)
      if (mayStep(order(status), step)) expect(canBecome(status, statusAfter(step))).toBe(true)
})

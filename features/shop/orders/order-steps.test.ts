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

it('staffStepsOf() offers the staff the next steps of each state', () => {
  const offered = ORDER_STATUSES.map((status) => [status, staffStepsOf(order(status))])
  expect(Object.fromEntries(offered)).toEqual({
    pending_confirmation: ['confirm', 'cancel'],
    pending_payment: ['cancel'],
    paid: ['ship', 'cancel'],
    processed: [],
    cancelled: [],
  })
})

it('a membership is never shipped', () => {
  expect(staffStepsOf(order('paid', PRODUCT_ID.membership))).toEqual(['cancel'])
  expect(hasParcel(order('paid', PRODUCT_ID.membership))).toBe(false)
  expect(ORDER_STATUSES.filter((status) => hasParcel(order(status)))).toEqual(['paid', 'processed'])
})

it('an order with an amount due cannot be shipped, and a shipment can be undone at first', () => {
  const due = { is_difference_due: true }
  expect(staffStepsOf(order('paid', PRODUCT_ID.reseller, due))).toEqual(['cancel'])
  const justShipped = { is_just_shipped: true }
  expect(staffStepsOf(order('processed', PRODUCT_ID.reseller, justShipped))).toEqual(['unship'])
})

it('a refunded order cannot be shipped', () => {
  const refunded = order('paid', PRODUCT_ID.stickerPack, { is_refunded: true })
  expect([staffStepsOf(refunded), hasParcel(refunded)]).toEqual([['cancel'], false])
})

it('an order can only go back from processed to paid, and every allowed step is a valid change', () => {
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

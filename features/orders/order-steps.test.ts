import { expect, it } from 'vitest'
import { PRODUCT_ID } from '#features/products/pricing.ts'
import {
  canBecome,
  hasParcel,
  mayStep,
  ORDER_STATUSES,
  STAFF_STEPS,
  staffStepsOf,
  statusAfter,
} from './order-steps.ts'

const order = (
  status: (typeof ORDER_STATUSES)[number],
  product_id: number = PRODUCT_ID.reseller,
) => ({
  status,
  product_id,
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

it('never goes back, and a step leads where it may', () => {
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
  ])
  for (const step of [...STAFF_STEPS, 'pay'] as const)
    for (const status of ORDER_STATUSES)
      if (mayStep(order(status), step)) expect(canBecome(status, statusAfter(step))).toBe(true)
})

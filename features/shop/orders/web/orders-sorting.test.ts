import { describe, expect, it } from 'vitest'
import type { Language } from '#platform/shared/languages.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import type { Order } from '../contract.order.ts'
import { type Column, pageOf, sortedOrders } from './orders-sorting.ts'

const membership = { id: 3, name: 'Mitgliedschaft', name_en: 'A year', name_fr: 'Z', price: 1 }
const order = (refno: string, date: string, fields: Partial<Order>) =>
  testOrder({ refno, order_date: `2026-0${date}T10:00:00.000Z`, ...fields })

const ORDERS = [
  order('a', '1-05', { amount: 5, price: 35, order_status: { name: 'processed' } }),
  order('b', '3-01', { amount: 2, price: 14, order_status: { name: 'pending_payment' } }),
  order('c', '2-01', {
    product: membership,
    amount: 40,
    price: 40,
    order_status: { name: 'paid' },
  }),
  order('d', '4-01', { amount: 2, price: 14, order_status: { name: 'pending_confirmation' } }),
]
const by = (column: Column, descending = false, language: Language = 'en') =>
  sortedOrders(ORDERS, { column, descending }, language)
    .map(({ refno }) => refno)
    .join('')

describe('sortedOrders', () => {
  it.each([
    ['order_date', 'acbd', 'dbca'],
    ['amount', 'cdba', 'adbc'],
    ['price', 'dbac', 'cadb'],
    ['status', 'dbca', 'acbd'],
  ] as const)('sorts by %s, and equal orders newest first', (column, up, down) => {
    expect(by(column)).toBe(up)
    expect(by(column, true)).toBe(down)
  })

  it('sorts by the product name in the current language', () => {
    expect(by('product', false, 'en')).toBe('cdba')
    expect(by('product', false, 'de')).toBe('cdba')
    expect(by('product', true, 'en')).toBe('dbac')
  })
})

describe('pageOf', () => {
  it('returns the requested page, or the last one if there are fewer', () => {
    expect(pageOf(ORDERS, 2, 3)).toMatchObject({ page: 2, pages: 2, orders: [ORDERS[3]] })
    expect(pageOf(ORDERS.slice(0, 3), 2, 3)).toMatchObject({ page: 1, pages: 1 })
    expect(pageOf([], 1, 10)).toEqual({ page: 1, pages: 1, orders: [] })
  })
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch } from '#platform/web/testing/render.tsx'
import type { Order } from '../../contract.order.ts'
import { useOrder } from '../data/orders.ts'
import { usePaymentAmount } from './use-payment-amount.ts'

const ORDER = testOrder({ donation: 0, payment_amount: 14 })

/** Renders the hook with an order of 14.00 and a server that stores the amount, unless it is set to be away. */
async function show(donation = 0) {
  let order: Order = ORDER
  const server = { away: false }
  const { fetch, calls } = answeringFetch({
    'GET /orders/loadById': () => ({ body: order }),
    'POST /orders/updatePaymentAmount': (body) => {
      if (server.away) return { status: 503, body: { code: 'unavailable', message: '' } }
      const { payment_amount } = body as { payment_amount: number }
      order = { ...order, payment_amount, donation: payment_amount - order.price }
      return { body: { order_info: order } }
    },
  })
  vi.stubGlobal('fetch', fetch)
  queryClient.setQueryData(['orders', 'byId', ORDER.id], ORDER)
  const onDonation = vi.fn()
  const { result } = renderHook(
    () => usePaymentAmount(useOrder(ORDER.id).data ?? ORDER, donation, onDonation),
    {
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(QueryClientProvider, { client: queryClient }, children),
    },
  )
  const sent = () =>
    calls
      .filter(({ name }) => name === 'POST /orders/updatePaymentAmount')
      .map(({ body }) => (body as { payment_amount: number }).payment_amount)
  const choose = (cents: number) => act(() => result.current.choose(cents))
  return { result, server, sent, choose, onDonation }
}

beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

it('the payment amount is sent once the slider rests, and is unsettled until it is stored', async () => {
  const { result, sent, choose, onDonation } = await show()
  expect(result.current.settled).toBe(true)
  for (const cents of [1500, 1600, 1700]) choose(cents)
  expect(result.current).toMatchObject({ payment: 1700, settled: false })
  expect(onDonation.mock.lastCall).toEqual([300])
  await waitFor(() => expect(result.current.settled).toBe(true))
  expect(sent()).toEqual([17])
})

it('the payment amount follows another tab unless it is being changed here', async () => {
  const { result, sent, choose, onDonation } = await show()
  const elsewhere = (payment_amount: number) =>
    act(() => {
      const order = { ...ORDER, payment_amount, donation: payment_amount - ORDER.price }
      queryClient.setQueryData(['orders', 'byId', ORDER.id], order)
    })
  elsewhere(60)
  await waitFor(() => expect(result.current).toMatchObject({ payment: 6000, settled: true }))
  expect(onDonation.mock.lastCall).toEqual([4600])
  choose(2000)
  elsewhere(30)
  await waitFor(() => expect(result.current).toMatchObject({ payment: 2000, settled: true }))
  expect(sent()).toEqual([20])
})

it('the payment amount stays between the price and the maximum of the slider', async () => {
  const { result, choose } = await show()
  choose(0)
  expect(result.current.payment).toBe(1400)
  choose(99_999)
  expect(result.current.payment).toBe(10_000)
})

it('the payment amount that was chosen before a reload is sent after it', async () => {
  const { result, sent } = await show(500)
  expect(result.current).toMatchObject({ payment: 1900, settled: false })
  await waitFor(() => expect(result.current.settled).toBe(true))
  expect(sent()).toEqual([19])
})

it('an amount that could not be stored shows an error and is sent again on retry', async () => {
  const { result, server, choose, sent } = await show()
  server.away = true
  choose(2000)
  await waitFor(() => expect(result.current.error).not.toBeNull())
  expect(result.current.settled).toBe(false)
  server.away = false
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.settled).toBe(true))
  expect(sent()).toEqual([20, 20])
})

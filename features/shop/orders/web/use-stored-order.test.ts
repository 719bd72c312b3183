import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch } from '#platform/web/testing/render.tsx'
import type { Order } from '../contract.order.ts'
import { type OrderDraft, useOrderDraft } from './form/order-draft.ts'
import { useStoredOrder } from './use-stored-order.ts'

const FIRST = '5c3f6c0e-3f0e-4f64-8a0c-6a2a1d8f7b11'
const SECOND = '5c3f6c0e-3f0e-4f64-8a0c-6a2a1d8f7b22'
const DRAFT: Partial<OrderDraft> = {
  product: 1,
  amount: 2,
  ideas: '',
  show_on_map: false,
  fields: {
    firstname: 'Lea',
    lastname: 'Frei',
    email: 'lea@example.org',
    address: 'Hohlstrasse 40',
    address_addition: '',
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
  },
}

interface Sent {
  request_id: string
  replaces?: string
  replaces_key?: string
  amount: number
}

/** A server that stores each request once, as the real one does. */
function shop() {
  const orders = new Map<string, Order>()
  const sent: Sent[] = []
  const ids = [FIRST, SECOND]
  const refuse: { code: string; status: number }[] = []
  const answers = answeringFetch({
    'POST /orders/store': (body) => {
      const order = body as Sent
      sent.push(order)
      const refusal = refuse.shift()
      if (refusal) return { status: refusal.status, body: { code: refusal.code, message: '' } }
      const earlierOrder = orders.get(order.request_id)
      const savedOrder =
        earlierOrder ?? testOrder({ id: ids.shift() ?? FIRST, amount: order.amount })
      orders.set(order.request_id, savedOrder)
      return { status: 201, body: { order_info: savedOrder } }
    },
    'GET /orders/loadById': () => ({ body: [...orders.values()].at(-1) }),
  })
  vi.stubGlobal('fetch', answers.fetch)
  const pay = () => {
    for (const [request, order] of orders) {
      orders.set(request, { ...order, order_status: { name: 'paid' } })
    }
  }
  return { sent, refuse, pay, calls: answers.calls }
}

const onPaidBefore = vi.fn()

/** Opens the fourth step with the stored draft, or with other values. */
function enter(changes: Partial<OrderDraft> | null) {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const keeper = renderHook(() => useOrderDraft(null))
  if (changes) keeper.result.current.change(changes)
  keeper.unmount()
  return renderHook(
    () => {
      const { draft, change } = useOrderDraft(null)
      if (!draft) throw new Error('There is no draft')
      const takeCaptcha = async () => undefined
      return useStoredOrder({ draft, change, viewer: null, takeCaptcha, onPaidBefore })
    },
    { wrapper },
  )
}

beforeEach(() => {
  queryClient.clear()
  onPaidBefore.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

it('the order is stored once, and a reload loads it', async () => {
  const { sent, calls } = shop()
  const first = enter(DRAFT)
  await waitFor(() => expect(first.result.current.order?.id).toBe(FIRST))
  first.unmount()
  queryClient.clear()
  const second = enter(null)
  await waitFor(() => expect(second.result.current.order?.id).toBe(FIRST))
  expect(sent).toHaveLength(1)
  expect(calls.at(-1)?.name).toBe('GET /orders/loadById')
})

it('the order is requested with the same key after a lost response', async () => {
  const { sent, refuse } = shop()
  refuse.push({ code: 'unavailable', status: 503 })
  const first = enter(DRAFT)
  await waitFor(() => expect(first.result.current.error).not.toBeNull())
  first.unmount()
  const second = enter(null)
  await waitFor(() => expect(second.result.current.order?.id).toBe(FIRST))
  expect(sent[1]?.request_id).toBe(sent[0]?.request_id)
})

it('a changed draft replaces the stored order', async () => {
  const { sent } = shop()
  const first = enter(DRAFT)
  await waitFor(() => expect(first.result.current.order?.id).toBe(FIRST))
  first.unmount()
  const second = enter({ amount: 5 })
  await waitFor(() => expect(second.result.current.order?.id).toBe(SECOND))
  expect(sent[1]).toMatchObject({ amount: 5, replaces: FIRST })
  expect(sent[1]?.request_id).not.toBe(sent[0]?.request_id)
  expect(sent[1]?.replaces_key).toBe(sent[0]?.request_id)
})

it('a changed draft is not ordered again if the stored order was paid meanwhile', async () => {
  const { sent, refuse, pay } = shop()
  const first = enter(DRAFT)
  await waitFor(() => expect(first.result.current.order?.id).toBe(FIRST))
  first.unmount()
  pay()
  refuse.push({ code: 'not_cancellable', status: 409 })
  enter({ amount: 5 })
  await waitFor(() => expect(onPaidBefore).toHaveBeenCalledWith(FIRST))
  expect(sent).toHaveLength(2)
})

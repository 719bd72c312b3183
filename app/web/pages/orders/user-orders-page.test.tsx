import { notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { catchSavedFiles } from '#platform/web/testing/saved-files.ts'
import { ToastOutlet } from '../../layout/toast-outlet.tsx'
import { UserOrdersPage } from './user-orders-page.tsx'

const id = (number: number) => `5c3f6c0e-3f0e-4f64-8a0c-${String(number).padStart(12, '0')}`
/** This many orders, newest first, each one day older and one sheet larger. */
const many = (count: number): Order[] =>
  Array.from({ length: count }, (_none, number) =>
    testOrder({
      id: id(number),
      refno: String(100_000_000 + number),
      amount: number + 1,
      donation: 0,
      order_date: new Date(Date.UTC(2026, 5, 28 - number)).toISOString(),
    }),
  )

async function show(
  orders: Order[] | null,
  removal: { status: number; body?: unknown } = { status: 204 },
) {
  const left = { orders }
  const api = answeringFetch({
    'GET /orders/loadAllAsUser': () => (left.orders ? { body: left.orders } : { status: 500 }),
    'GET /orders/receipt': () => ({ body: 'a PDF' }),
    'POST /orders/removeAsUser': (body) => {
      const gone = Object(body) as { id: string }
      if (removal.status === 204) left.orders = orders?.filter((each) => each.id !== gone.id) ?? []
      return removal
    },
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <>
      <UserOrdersPage />
      <ToastOutlet />
    </>,
  )
  return { api, user: userEvent.setup() }
}

const rows = () => screen.getAllByRole('row').slice(1)
const amounts = () => rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent)
const header = (name: string) => screen.getByRole('columnheader', { name })

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  // Otherwise a toast of one test would hide the one that the next test waits for.
  notifications.clean()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the user’s own orders', () => {
  it('show which of them was refunded', async () => {
    await show([testOrder({ order_status: { name: 'paid' }, is_refunded: true })])
    expect(await screen.findByText('refunded')).toBeVisible()
    expect(screen.queryByText('paid')).toBeNull()
  })

  it('have a receipt once they are paid', async () => {
    const save = catchSavedFiles()
    const paid = { ...testOrder(), order_status: { name: 'processed' as const } }
    const { api, user } = await show([paid])
    await user.click(await screen.findByRole('button', { name: /^Receipt for order/ }))
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(api.calls.map(({ name }) => name)).toContain('GET /orders/receipt')
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })

  it('are sorted by date, newest first, and can be sorted by each column', async () => {
    const { user } = await show(many(3))
    await screen.findByRole('table')
    expect(amounts()).toEqual(['1', '2', '3'])
    expect(header('Order date')).toHaveAttribute('aria-sort', 'descending')
    await user.click(screen.getByRole('button', { name: 'Amount' }))
    expect(header('Amount')).toHaveAttribute('aria-sort', 'ascending')
    expect(header('Order date')).toHaveAttribute('aria-sort', 'none')
    expect(amounts()).toEqual(['1', '2', '3'])
    await user.click(screen.getByRole('button', { name: 'Amount' }))
    expect(header('Amount')).toHaveAttribute('aria-sort', 'descending')
    expect(amounts()).toEqual(['3', '2', '1'])
    expect(rows()[0]).toHaveTextContent(/No. 100\s000\s002/)
  })

  it('are on one page up to ten', async () => {
    await show(many(10))
    await screen.findByRole('table')
    expect(rows()).toHaveLength(10)
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  it('are divided into pages of a selectable size', async () => {
    const { user } = await show(many(12))
    await screen.findByRole('table')
    expect(rows()).toHaveLength(10)
    const size = screen.getByRole('combobox', { name: 'Orders per page' })
    expect(
      within(size)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([...['5 per page', '10 per page', '15 per page', '20 per page']])
    expect(size).toHaveValue('10')
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(amounts()).toEqual(['11', '12'])
    expect(screen.getByText('Page 2 of 2')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Price' }))
    expect(screen.getByText('Page 1 of 2')).toBeVisible()
    await user.selectOptions(size, '15 per page')
    expect(rows()).toHaveLength(12)
  })

  it('can be paid and cancelled depending on their status', async () => {
    const states = ['pending_confirmation', 'pending_payment', 'paid', 'processed'] as const
    const orders = many(4).map((order, number) => ({
      ...order,
      order_status: { name: states[number] ?? 'paid' },
      to_pay: number < 2 ? order.payment_amount : 0,
    }))
    await show(orders)
    await screen.findByRole('table')
    const offers = rows().map((row) => [
      within(row).queryByRole('link') !== null,
      within(row).queryByRole('button', { name: /^Cancel/ }) !== null,
    ])
    expect(offers).toEqual([
      [false, true],
      [true, true],
      [false, false],
      [false, false],
    ])
    expect(screen.getByRole('link', { name: /Pay order/ })).toHaveAttribute(
      'href',
      `/order/payment?orderId=${id(1)}`,
    )
    for (const state of ['pending confirmation', 'pending payment', 'paid', 'shipped']) {
      expect(screen.getByText(state)).toBeVisible()
    }
  })

  it('are cancelled after a confirmation', async () => {
    const { api, user } = await show(many(2))
    await user.click(await screen.findByRole('button', { name: /Cancel order 100\s000\s001/ }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Keep it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls.some(({ name }) => name.startsWith('POST'))).toBe(false)
    await user.click(screen.getByRole('button', { name: /Cancel order 100\s000\s001/ }))
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('Order cancelled')).toBeVisible()
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(api.calls).toContainEqual({ name: 'POST /orders/removeAsUser', body: { id: id(1) } })
  })

  it('show why one could not be cancelled', async () => {
    const { user } = await show(many(1), { status: 409, body: { code: 'not_cancellable' } })
    await user.click(await screen.findByRole('button', { name: /Cancel order/ }))
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('This order can no longer be cancelled.')).toBeVisible()
    expect(rows()).toHaveLength(1)
  })

  it('link to the order form if there are none, and can be reloaded after an error', async () => {
    await show([])
    expect(await screen.findByRole('link', { name: 'Go to the order form' })).toHaveAttribute(
      'href',
      '/order',
    )
    const { user } = await show(null)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
  })
})

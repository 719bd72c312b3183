import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { Dashboard } from './dashboard.tsx'

afterEach(() => vi.unstubAllGlobals())

async function show(
  privacy = DEFAULT_PRIVACY,
  fields: Partial<OwnLetterbox> = {},
  orders: Order[] = [],
) {
  const user = testUser({ privacy, orders })
  const letterbox = {
    id: 'box',
    user_id: user.id,
    role_name: 'normal',
    latitude: 47.37,
    location_verified: true,
    holiday_until: null,
    hidden: null,
    items: [],
    privacy,
    ...fields,
  } as unknown as OwnLetterbox
  await renderInApp(<Dashboard user={{ ...user, letterbox }} newTransactions={0} />)
}

const warning = () => screen.queryByRole('heading', { name: 'Nobody can ask you yet' })

it('the dashboard warns that requests are off, with the switch', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /privacy/update': () => ({ body: { ...DEFAULT_PRIVACY, enable_messaging: true } }),
  })
  vi.stubGlobal('fetch', fetch)
  await show()
  expect(warning()).toBeVisible()
  await userEvent.click(screen.getByRole('switch', { name: 'Neighbours may ask me' }))
  await waitFor(() =>
    expect(calls[0]).toEqual({ name: 'POST /privacy/update', body: { enable_messaging: true } }),
  )
})

it('the dashboard has no warning for reachable users, hidden letterboxes and household members', async () => {
  await show({ ...DEFAULT_PRIVACY, enable_messaging: true })
  expect(warning()).toBeNull()
  await show({ ...DEFAULT_PRIVACY, show_on_map: false })
  expect(warning()).toBeNull()
  await show(DEFAULT_PRIVACY, { user_id: 'somebody else' })
  expect(warning()).toBeNull()
})

it('the dashboard says why the community hides the letterbox', async () => {
  const hidden = { at: '2026-11-12T10:00:00.000Z', reason: '<b>Nobody</b> lives there' }
  await show(DEFAULT_PRIVACY, { hidden })
  expect(screen.getByText('Your letterbox is hidden')).toBeVisible()
  expect(screen.getByText('<b>Nobody</b> lives there')).toBeVisible()
  expect(screen.getByText('Hidden')).toBeVisible()
})

it('the dashboard says until when a holiday hides the letterbox', async () => {
  await show(DEFAULT_PRIVACY, { holiday_until: '2026-12-24' })
  expect(screen.getByText(/^On holiday until .*24/)).toBeVisible()
  expect(screen.queryByText('On the map')).toBeNull()
})

it('the dashboard asks the receiver of a parcel for its code until the address is verified', async () => {
  const shipped = {
    order_status: { name: 'processed' },
    order_date: new Date().toISOString(),
  } as const
  const parcel = testOrder(shipped)
  const hint = () => screen.queryByRole('link', { name: 'Enter the code' })
  await show(DEFAULT_PRIVACY, {}, [parcel])
  expect(hint()).toHaveAttribute('href', '/profile/parcel')
  cleanup()
  await show(DEFAULT_PRIVACY, { address_verified: true }, [parcel])
  expect(hint()).toBeNull()
  expect(screen.getByText('Address proven by post')).toBeVisible()
  cleanup()
  const membership = { ...parcel.product, id: 3 }
  const old = testOrder({ ...shipped, order_date: '2020-01-01T00:00:00.000Z' })
  const paid = testOrder({ ...shipped, order_status: { name: 'paid' } })
  await show(DEFAULT_PRIVACY, {}, [testOrder({ ...shipped, product: membership }), old, paid])
  expect(hint()).toBeNull()
})

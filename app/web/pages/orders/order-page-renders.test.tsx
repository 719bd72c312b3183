import { fireEvent, screen } from '@testing-library/react'
import type { ElementType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PRODUCT_ID } from '#features/products/pricing.ts'
import { paths } from '#platform/shared/paths.ts'
import { countListeners } from '#platform/web/testing/listeners.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { OrderPage } from './order-page.tsx'

// Counted instead of measured: whoever chooses a product waits for the form of the address, which has 250 countries.

/** The names of the fields that were rendered. */
const rendered = vi.hoisted(() => [] as string[])

vi.mock('@mantine/core', async (importActual) => {
  const actual = await importActual<typeof import('@mantine/core')>()
  const counted = (Field: ElementType) => (props: { 'data-path'?: string }) => {
    rendered.push(props['data-path'] ?? '')
    return <Field {...props} />
  }
  return {
    ...actual,
    InputBase: counted(actual.InputBase),
    NativeSelect: counted(actual.NativeSelect),
    TextInput: counted(actual.TextInput),
  }
})

const product = { ...testOrder().product, tiers: [] }
const products = [
  { ...product, id: PRODUCT_ID.stickerPack },
  { ...product, id: PRODUCT_ID.membership },
]
let api: ReturnType<typeof answeringFetch>

beforeEach(async () => {
  sessionStorage.clear()
  api = answeringFetch({
    'GET /config': () => ({ body: { brand: { name: 'Lend' } } }),
    'GET /product': () => ({ body: products }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(<OrderPage />, paths.order())
  await cards()
  api.calls.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const cards = () => screen.findAllByRole('link', { name: /^Choose/ })

const FIELDS = [
  ...['firstname', 'lastname', 'email', 'address', 'address_addition'],
  ...['postcode', 'city', 'country', 'ideas'],
]

it('renders each field once for a product that is chosen, asks for nothing, and leaves no listener', async () => {
  const listeners = countListeners()
  for (const { id } of products) {
    const [card] = (await cards()).filter((link) => link.matches(`[href$="pid=${id}"]`))
    rendered.length = 0
    fireEvent.click(card as HTMLElement)
    const back = await screen.findByRole('link', { name: 'Back' })
    expect(rendered).toEqual(FIELDS)
    rendered.length = 0
    fireEvent.click(back)
    await cards()
    expect(rendered).toEqual([])
  }
  expect(api.calls).toEqual([])
  expect(listeners.added).toBeGreaterThan(0)
  expect(listeners.added - listeners.removed).toBe(0)
})

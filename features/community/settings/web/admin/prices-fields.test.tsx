import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RESELLER_TIERS } from '#features/shop/orders/products/pricing.ts'
import { PRESET_PRICES } from '#features/shop/orders/products/product-prices.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { PricesFields } from './prices-fields.tsx'

const OF_TWENTY = RESELLER_TIERS.findIndex(({ from }) => from === 20)

async function show(problems = {}) {
  const change = vi.fn()
  await renderInApp(<PricesFields value={PRESET_PRICES} change={change} problems={problems} />)
  const resellers = screen.getByRole('group', { name: 'Resellers, per sheet' })
  return { change, resellers, field: within(resellers).getByLabelText('From 20') }
}

it('the prices fields set the reseller price of one tier, and nothing else', async () => {
  const { change, resellers, field } = await show()
  const inputs = within(resellers).getAllByRole('spinbutton')
  expect(inputs.map((input) => (input as HTMLInputElement).value)).toEqual(
    RESELLER_TIERS.map(({ cents }) => `${cents / 100}`).reverse(),
  )
  fireEvent.change(field, { target: { value: '4.35' } })
  const reseller = PRESET_PRICES.reseller.with(OF_TWENTY, 435)
  expect(change).toHaveBeenCalledExactlyOnceWith({ ...PRESET_PRICES, reseller })
})

it('the prices fields show an error at the price of its tier', async () => {
  const { resellers, field } = await show({ [`reseller.${OF_TWENTY}`]: 'tier' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(within(resellers).getAllByText(/Whoever takes more/)).toHaveLength(1)
})

import { type ProductId, RESELLER_TIERS } from '@letterlend/contract/order-pricing.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { testOrder } from '../../testing/order.ts'
import { renderInApp } from '../../testing/render.tsx'
import { testUser } from '../../testing/user.ts'
import { AddressStep } from './address-step.tsx'
import { startingForm } from './order-steps.ts'

const ordered = testOrder().product
const PRODUCTS = {
  1: { ...ordered, tiers: [] },
  3: { ...ordered, price: 1, tiers: [] },
  4: { ...ordered, tiers: RESELLER_TIERS.map(({ from, cents }) => ({ from, price: cents / 100 })) },
}

async function show(id: ProductId, user = testUser()) {
  const onChange = vi.fn()
  const onDone = vi.fn()
  await renderInApp(
    <AddressStep
      id={id}
      product={PRODUCTS[id]}
      initial={startingForm(id, null, user, [])}
      onChange={onChange}
      onDone={onDone}
      back={null}
    />,
  )
  return {
    onChange,
    onDone,
    goOn: () => userEvent.click(screen.getByRole('button', { name: 'Continue' })),
  }
}

const total = () => screen.getByText(/=/).textContent?.replace(/\u00a0/g, ' ')

it('asks for what is missing in the order of the fields, the amount last', async () => {
  const nobody = { firstname: '', lastname: '', email: '', address: '', postcode: '', city: '' }
  const { goOn, onDone } = await show(4, testUser(nobody))
  await userEvent.clear(screen.getByLabelText('How many sheets?'))
  await goOn()
  const errors = [...document.querySelectorAll('.mantine-InputWrapper-error')]
  expect(errors.map((error) => error.textContent)).toEqual([
    'Please enter your first name.',
    'Please enter your last name.',
    'Please enter a valid e-mail address.',
    'Please enter the street and house number.',
    'Please enter the postcode.',
    'Please enter the town.',
    expect.stringMatching(/sheets/),
  ])
  expect(screen.getByLabelText('First name')).toHaveFocus()
  expect(onDone).not.toHaveBeenCalled()
})

it('goes on with the address of an account as it is', async () => {
  const { goOn, onDone } = await show(1)
  await userEvent.click(screen.getByRole('radio', { name: '3' }))
  expect(total()).toBe('3 × CHF 7.00 = CHF 21.00')
  await userEvent.type(screen.getByLabelText(/Ideas/), 'A kayak')
  await goOn()
  expect(onDone.mock.calls[0]?.[0]).toMatchObject({
    email: 'mila@example.org',
    address: 'Hohlstrasse 40',
    amount: 3,
    ideas: 'A kayak',
  })
})

it('offers the four memberships at their prices', async () => {
  const { onChange } = await show(3)
  const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
  expect(names.map((name) => name?.replace(/\u00a0/g, ' '))).toEqual([
    'light: CHF 20.00',
    'normal: CHF 40.00',
    'super: CHF 80.00',
    'mega: CHF 150.00',
  ])
  await userEvent.click(screen.getByRole('radio', { name: /mega/ }))
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ amount: 150 })
})

it('shows resellers the price of the amount they type, in the money of their country', async () => {
  await show(4)
  const field = screen.getByLabelText('How many sheets?')
  expect(field).toHaveValue('20')
  expect(total()).toBe('20 × CHF 4.50 = CHF 90.00')
  await userEvent.clear(field)
  await userEvent.type(field, '1x99')
  expect(total()).toBe('199 × CHF 3.90 = CHF 776.10')
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE')
  expect(total()).toMatch(/€.?776\.10$/)
})

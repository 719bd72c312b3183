import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type ProductId, RESELLER_TIERS } from '#features/shop/orders/products/pricing.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { AddressStep } from './address-step.tsx'
import { startingForm } from './order-form-steps.ts'

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

it('the form reports missing fields in their order, the amount last', async () => {
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

it('the form starts with the address of the account', async () => {
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

it('the form offers the four memberships at their prices', async () => {
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

it('the form shows resellers the price of their amount in the currency of their country', async () => {
  await show(4)
  const field = screen.getByLabelText('How many sheets?')
  expect(field).toHaveValue('20')
  expect(total()).toBe('20 × CHF 4.50 = CHF 90.00')
  await userEvent.clear(field)
  await userEvent.type(field, '199')
  expect(total()).toBe('199 × CHF 3.90 = CHF 776.10')
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE')
  expect(total()).toMatch(/EUR.?776\.10$/)
})

it.each([
  ['1.5', null],
  ['-3', null],
  ['100001', null],
  ['1x99', null],
  ["1'000", 1000],
])('the form accepts %s sheets as typed or says how many can be ordered', async (typed, amount) => {
  const { onChange } = await show(4)
  const field = screen.getByLabelText('How many sheets?')
  await userEvent.clear(field)
  await userEvent.type(field, typed)
  expect(field).toHaveValue(typed)
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ amount })
  const refusal = screen.queryByText(/whole number from 1 to 100.000/)
  if (amount === null) expect(refusal).toBeVisible()
  else expect(refusal).not.toBeInTheDocument()
})

describe('the country', () => {
  const accountInVaduz = { address: 'Städtle 1', postcode: '', city: 'Vaduz', country: 'CH' }

  it('follows the postcode that is typed, with a note', async () => {
    const { onChange } = await show(1, testUser(accountInVaduz))
    await userEvent.type(screen.getByLabelText('Postcode'), '9490')
    await userEvent.tab()
    expect(screen.getByLabelText('Country')).toHaveValue('LI')
    expect(screen.getByText('The country follows the postcode: Liechtenstein.')).toBeVisible()
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ country: 'LI', postcode: '9490' })
  })

  it('is not changed once chosen or saved, and the form suggests the right one', async () => {
    const { onChange } = await show(1, testUser({ ...accountInVaduz, postcode: '9490' }))
    expect(screen.getByText('9490 is in Liechtenstein.')).toBeVisible()
    expect(screen.getByLabelText('Country')).toHaveValue('CH')
    await userEvent.click(screen.getByRole('button', { name: 'Choose Liechtenstein' }))
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ country: 'LI' })

    await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE')
    await userEvent.type(screen.getByLabelText('Postcode'), '{Backspace}1')
    await userEvent.tab()
    expect(screen.getByLabelText('Country')).toHaveValue('DE')
    expect(screen.getByText('9491 is in Liechtenstein.')).toBeVisible()
  })

  it('gets a warning if it has no such postcode', async () => {
    await show(1, testUser({ ...accountInVaduz, postcode: '79539' }))
    expect(screen.getByText(/79539 is no postcode in Switzerland/)).toBeVisible()
  })
})

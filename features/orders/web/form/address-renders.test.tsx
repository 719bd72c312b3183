import { cleanup, fireEvent, screen } from '@testing-library/react'
import { type ElementType, Profiler } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PRODUCT_ID, type ProductId, RESELLER_TIERS } from '#features/products/pricing.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { AddressStep } from './address-step.tsx'
import { startingForm } from './order-form-steps.ts'

// Counted instead of measured: each field is an input with its label, hint and error, and the one of countries
// has 250 choices.

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

const product = {
  ...testOrder().product,
  tiers: RESELLER_TIERS.map(({ from, cents }) => ({ from, price: cents / 100 })),
}
const nothing = () => undefined

let commits = 0

beforeEach(() => forgetCounts())

function forgetCounts(): void {
  rendered.length = 0
  commits = 0
}

async function show(id: ProductId) {
  await renderInApp(
    <Profiler
      id="address"
      onRender={() => {
        commits += 1
      }}
    >
      <AddressStep
        id={id}
        product={product}
        initial={startingForm(id, null, testUser(), [])}
        onChange={nothing}
        onDone={nothing}
        back={null}
      />
    </Profiler>,
  )
}

/** Types a letter into the field of this name and says what that rendered. */
function renderedByLetter(name: string): string[] {
  const field = document.querySelector<HTMLInputElement>(`[data-path="${name}"]`)
  if (!field) throw new Error(`There is no field ${name}`)
  const value = `${field.value}1`
  forgetCounts()
  fireEvent.change(field, { target: { value } })
  expect(field).toHaveValue(value)
  expect(commits).toBe(1)
  return rendered
}

const FIELDS = ['firstname', 'lastname', 'email', 'address', 'address_addition', 'city', 'ideas']

// What is done when the postcode is left depends on what stands in the other fields.
it('renders its field for a letter, and the one of the postcode', async () => {
  await show(PRODUCT_ID.reseller)
  expect(rendered).toEqual(expect.arrayContaining([...FIELDS, 'postcode', 'country', 'amount']))
  for (const name of FIELDS) {
    expect(renderedByLetter(name).toSorted(), name).toEqual([name, 'postcode'].toSorted())
  }
  expect(renderedByLetter('postcode')).toEqual(['postcode'])
  expect(renderedByLetter('amount').toSorted()).toEqual(['amount', 'postcode'])
})

it('renders no field but the one of the postcode for an amount that is chosen, in one commit', async () => {
  for (const id of [PRODUCT_ID.stickerPack, PRODUCT_ID.membership]) {
    await show(id)
    for (const amount of screen.getAllByRole<HTMLInputElement>('radio').toReversed()) {
      forgetCounts()
      fireEvent.click(amount)
      expect(amount).toBeChecked()
      expect({ commits, rendered }).toEqual({ commits: 1, rendered: ['postcode'] })
    }
    cleanup()
  }
})

it('renders the fields that are wrong, and those that are not any more', async () => {
  await show(PRODUCT_ID.reseller)
  fireEvent.change(screen.getByLabelText('Town'), { target: { value: '' } })
  forgetCounts()
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Please enter the town.')).toBeVisible()
  expect(new Set(rendered)).toEqual(new Set(['city', 'postcode']))
  expect(new Set(renderedByLetter('city'))).toEqual(new Set(['city', 'postcode']))
  expect(screen.queryByText('Please enter the town.')).toBeNull()
})

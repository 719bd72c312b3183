import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { AddressForm, type AddressValues } from './address-form.tsx'

const EMPTY: AddressValues = {
  firstname: '',
  lastname: '',
  address: '',
  address_addition: '',
  postcode: '',
  city: '',
  country: '',
}
const FULL: AddressValues = {
  firstname: 'Mila',
  lastname: 'Frei',
  address: 'Hohlstrasse 40',
  address_addition: '',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
}

async function show(values: AddressValues, failure: unknown = null) {
  const onSubmit = vi.fn()
  await renderInApp(
    <AddressForm
      values={values}
      askNames
      onChange={vi.fn()}
      onSubmit={onSubmit}
      submitLabel="Save"
      sending={false}
      failure={failure}
    />,
  )
  return { onSubmit, save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })) }
}

it('the address form requires every field but the addition, and shows errors in the order of the fields', async () => {
  const { onSubmit, save } = await show(EMPTY)
  await save()
  const errors = [...document.querySelectorAll('.mantine-InputWrapper-error')]
  expect(errors.map((error) => error.textContent)).toEqual([
    'Please enter your first name.',
    'Please enter your last name.',
    'Please enter the street and house number.',
    'Please enter the postcode.',
    'Please enter the town.',
    'Please choose the country.',
  ])
  expect(screen.getByLabelText('First name')).toHaveFocus()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('the address form offers five countries first, a line, then all by name', async () => {
  const { onSubmit, save } = await show(FULL)
  const choices = [...(screen.getByLabelText('Country').children ?? [])]
  expect(choices.slice(0, 5).map((choice) => choice.textContent)).toEqual([
    'Switzerland',
    'Germany',
    'Austria',
    'France',
    'Italy',
  ])
  expect(choices[5]?.tagName).toBe('HR')
  expect(choices.slice(6).map((choice) => choice.textContent)).toContain('Åland Islands')
  expect(choices.length).toBeGreaterThan(240)
  await save()
  expect(onSubmit.mock.calls[0]?.[0]).toEqual(FULL)
})

it('the address form shows a server error at its field', async () => {
  const errors = { city: [VALIDATION.tooLong] }
  await show(FULL, new ApiError(422, 'validation', '', errors))
  expect(await screen.findByText('This is too long.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Town'), 'x')
  expect(screen.queryByText('This is too long.')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the address form shows an error without a field above, and can be sent again', async () => {
  const { onSubmit, save } = await show(FULL, new ApiError(0, 'network', ''))
  expect(screen.getByRole('alert')).toHaveTextContent('No connection to the server.')
  await save()
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

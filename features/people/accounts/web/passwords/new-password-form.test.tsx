import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set' }))

async function show(failure: Error | null = null) {
  const onSubmit = vi.fn()
  await renderInApp(
    <NewPasswordForm
      email="mila@example.org"
      submitLabel="Set"
      sending={false}
      failure={failure}
      failureAction={<a href="/again">Again</a>}
      onSubmit={onSubmit}
    />,
  )
  return { onSubmit, password: screen.getByLabelText('Your new password') }
}

it.each([
  ['', 'Please enter a password.'],
  ['sieben7', 'The password must be at least 8 characters long.'],
])('the form refuses %j', async (text, message) => {
  const { onSubmit, password } = await show()
  if (text) await userEvent.type(password, text)
  await submit()
  expect(await screen.findByText(message)).toBeVisible()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('the password can be pasted and shown', async () => {
  const { onSubmit, password } = await show()
  await userEvent.click(password)
  await userEvent.paste('vier Briefkästen im Regen')
  expect(password).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password).toHaveAttribute('type', 'text')
  await submit()
  expect(onSubmit).toHaveBeenCalledWith('vier Briefkästen im Regen')
})

it('the fields tell password managers that the password is new and whose it is', async () => {
  const { password } = await show()
  expect(password).toHaveAttribute('autocomplete', 'new-password')
  const hint = document.querySelector('input[autocomplete="username"]')
  expect(hint).toHaveValue('mila@example.org')
})

it('a refused password shows the error at its field', async () => {
  const errors = { password: [VALIDATION.commonPassword] }
  const { password } = await show(new ApiError(422, 'validation', '', errors))
  expect(await screen.findByText(/too easy to guess/)).toBeVisible()
  expect(password).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
  // After the correction no error is left.
  await userEvent.type(password, 'x')
  expect(screen.queryByText(/too easy to guess/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('an invalid link shows the error above the form, with a link to request another one', async () => {
  await show(new ApiError(422, 'invalid_token', ''))
  expect(screen.getByRole('alert')).toHaveTextContent('This link is not valid any more.')
  expect(screen.getByRole('link', { name: 'Again' })).toBeVisible()
})

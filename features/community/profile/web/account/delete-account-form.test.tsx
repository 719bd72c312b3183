import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useDeleteAccount } from '#features/people/accounts/web/data/door.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'

afterEach(() => vi.unstubAllGlobals())

function Form({ onDeleted }: { onDeleted: () => void }) {
  const remove = useDeleteAccount()
  useEffect(() => {
    if (remove.isSuccess) onDeleted()
  }, [remove.isSuccess, onDeleted])
  return <DeleteAccountForm remove={remove} />
}

const submit = () =>
  userEvent.click(screen.getByRole('button', { name: 'Delete my account for good' }))

async function show(answer: () => { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({ 'POST /users/remove': answer })
  vi.stubGlobal('fetch', fetch)
  const onDeleted = vi.fn()
  await renderInApp(<Form onDeleted={onDeleted} />)
  return { calls, onDeleted, word: screen.getByLabelText('Type “delete” to confirm') }
}

it('the form deletes nothing without the word', async () => {
  const { calls, word } = await show(() => ({ status: 204 }))
  await userEvent.type(word, 'remove')
  await submit()
  expect(await screen.findByText('The word you entered does not match `Delete`.')).toBeVisible()
  expect(word).toHaveFocus()
  expect(calls).toEqual([])
})

it('the form accepts the word in any case', async () => {
  const { calls, onDeleted, word } = await show(() => ({ status: 204 }))
  await userEvent.type(word, 'DeLeTe')
  await submit()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1))
  expect(calls.map(({ name }) => name)).toEqual(['POST /users/remove'])
})

it('the form shows a failed call and can be sent again', async () => {
  const { calls, onDeleted, word } = await show(() => ({
    status: 503,
    body: { code: 'unavailable', message: '' },
  }))
  await userEvent.type(word, 'delete')
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('not available right now')
  await submit()
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(onDeleted).not.toHaveBeenCalled()
})

it('the form asks for the password if the login is not fresh, and says when it is wrong', async () => {
  const refusal = (key: string) => ({
    status: 422,
    body: { code: 'validation', message: '', errors: { current_password: [key] } },
  })
  const answers = [
    refusal('errors.validation.currentPassword'),
    refusal('errors.validation.incorrectPassword'),
    { status: 204 },
  ]
  const { calls, onDeleted, word } = await show(() => answers.shift() ?? {})
  await userEvent.type(word, 'delete')
  await submit()
  const password = await screen.findByLabelText('Your current password')
  expect(password).toHaveFocus()
  expect(screen.queryByText('Please enter your current password.')).toBeNull()
  await userEvent.type(password, 'guess guess')
  await submit()
  expect(await screen.findByText('This password is incorrect.')).toBeVisible()
  await userEvent.clear(password)
  await userEvent.type(password, 'Kirschbaum am Gartenzaun')
  await submit()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1))
  expect(calls.map(({ body }) => body)).toEqual([
    undefined,
    { current_password: 'guess guess' },
    { current_password: 'Kirschbaum am Gartenzaun' },
  ])
})

it('the form offers a link by mail to users without a password', async () => {
  await show(() => ({ status: 403, body: { code: 'login_too_old', message: '' } }))
  await userEvent.type(screen.getByLabelText('Type “delete” to confirm'), 'delete')
  await submit()
  expect(await screen.findByRole('button', { name: 'Send me a link instead' })).toBeVisible()
})

it('the form tells the only administrator what to do first', async () => {
  await show(() => ({ status: 409, body: { code: 'conflict', message: '' } }))
  await userEvent.type(screen.getByLabelText('Type “delete” to confirm'), 'delete')
  await submit()
  expect(await screen.findByText(/the only person who administers/)).toBeVisible()
})

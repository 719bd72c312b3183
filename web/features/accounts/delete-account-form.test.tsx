import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const submit = () =>
  userEvent.click(screen.getByRole('button', { name: 'Delete my account for good' }))

async function show(answer: () => { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({ 'POST /users/remove': answer })
  vi.stubGlobal('fetch', fetch)
  const onDeleted = vi.fn()
  await renderInApp(<DeleteAccountForm onDeleted={onDeleted} />)
  return { calls, onDeleted, word: screen.getByLabelText('Type “delete” to confirm') }
}

it('deletes nothing without the word', async () => {
  const { calls, word } = await show(() => ({ status: 204 }))
  await userEvent.type(word, 'remove')
  await submit()
  expect(await screen.findByText('The word you entered does not match `Delete`.')).toBeVisible()
  expect(word).toHaveFocus()
  expect(calls).toEqual([])
})

it('deletes with the word, however it is written', async () => {
  const { calls, onDeleted, word } = await show(() => ({ status: 204 }))
  await userEvent.type(word, 'DeLeTe')
  await submit()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1))
  expect(calls.map(({ name }) => name)).toEqual(['POST /users/remove'])
})

it('says so when it did not work, and can be tried again', async () => {
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

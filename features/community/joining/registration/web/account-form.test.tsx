import { notifications, notificationsStore } from '@mantine/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { draftOfAccount } from './account-draft.ts'
import { AccountForm } from './account-form.tsx'

// A toast may still be open from the tests of another file.
beforeEach(() => notifications.clean())
afterEach(() => {
  vi.unstubAllGlobals()
  notifications.clean()
})

const CALL = 'POST /auth/updateAccountInfo'
const user = testUser()
const field = (name: string) => screen.getByLabelText(name)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message)

async function show(answer: (body: unknown) => { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({
    [CALL]: answer,
    'GET /users/userinfo': () => ({ body: { ...user, firstname: 'Milena' } }),
  })
  vi.stubGlobal('fetch', fetch)
  const onChange = vi.fn()
  const onSaved = vi.fn()
  await renderInApp(
    <AccountForm
      user={user}
      initial={draftOfAccount(user)}
      onChange={onChange}
      onSaved={onSaved}
    />,
  )
  return { calls, onChange, onSaved }
}

const refuse = (errorMsg: string) => () => ({
  status: 422,
  body: { code: 'validation', message: '', errorMsg },
})

it('the account form says that nothing changed and makes no call', async () => {
  const { calls } = await show(() => ({ body: user }))
  await userEvent.type(field('Your current password'), 'acht Zeichen')
  await userEvent.type(field('First name'), ' ')
  await save()
  expect(toasts()).toEqual(['No changes detected!'])
  expect(calls).toEqual([])
})

describe('the account form checks before its call', () => {
  it.each([
    ['', 'Please enter your current password.'],
    ['sieben7', 'This password is incorrect.'],
  ])('the current password %j', async (password, message) => {
    const { calls } = await show(() => ({ body: user }))
    await userEvent.type(field('First name'), 'na')
    if (password) await userEvent.type(field('Your current password'), password)
    await save()
    expect(await screen.findByText(message)).toBeVisible()
    expect(field('Your current password')).toHaveFocus()
    expect(calls).toEqual([])
  })

  it('the new password, which may be empty but not short', async () => {
    const { calls } = await show(() => ({ body: user }))
    await userEvent.type(field('Your new password'), 'kurz')
    await userEvent.type(field('Your current password'), 'acht Zeichen')
    await save()
    expect(
      await screen.findByText('The password must be at least 8 characters long.'),
    ).toBeVisible()
    expect(calls).toEqual([])
  })

  it('all fields at once, and focuses the first invalid one', async () => {
    await show(() => ({ body: user }))
    await userEvent.clear(field('E-mail address'))
    await userEvent.clear(field('Last name'))
    await userEvent.clear(field('Town'))
    await save()
    expect(await screen.findByText('Please enter a valid e-mail address.')).toBeVisible()
    expect(screen.getByText('Please enter your last name.')).toBeVisible()
    expect(screen.getByText('Please enter the town.')).toBeVisible()
    expect(field('E-mail address')).toHaveFocus()
  })
})

describe('a refused call', () => {
  it.each([
    ['incorrectPassword', 'This password is incorrect.', 'Your current password'],
    ['emailTaken', 'There is already an account with this e-mail address.', 'E-mail address'],
  ])('with %s shows the error at its field', async (errorMsg, message, name) => {
    await show(refuse(errorMsg))
    await userEvent.type(field('First name'), 'na')
    await userEvent.type(field('Your current password'), 'acht Zeichen')
    await save()
    expect(await screen.findByText(message)).toBeVisible()
    expect(field(name)).toHaveFocus()
  })

  it('with another message shows it, keeps all fields and can be sent again', async () => {
    const { calls } = await show(refuse('The moon is in the way.'))
    await userEvent.type(field('First name'), 'na')
    await userEvent.type(field('Your current password'), 'acht Zeichen')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('The moon is in the way.')
    expect(field('First name')).toHaveValue('Milana')
    expect(field('Your current password')).toHaveValue('acht Zeichen')
    await save()
    await waitFor(() => expect(calls).toHaveLength(2))
  })
})

it('the account form sends every field, passes on the saved account, and keeps no password in the draft', async () => {
  const { calls, onChange, onSaved } = await show(() => ({ body: user }))
  await userEvent.type(field('First name'), 'na')
  await userEvent.type(field('Your new password'), 'neun Briefe')
  await userEvent.type(field('Your current password'), 'acht Zeichen')
  await save()
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(calls[0]).toMatchObject({
    name: CALL,
    body: {
      firstname: 'Milana',
      lastname: 'Frei',
      email: 'mila@example.org',
      address: 'Hohlstrasse 40',
      new_password: 'neun Briefe',
      current_password: 'acht Zeichen',
    },
  })
  expect(onSaved.mock.calls[0]?.[0]).toMatchObject({ firstname: 'Milena' })
  expect(JSON.stringify(onChange.mock.calls)).not.toMatch(/Briefe|Zeichen/)
})

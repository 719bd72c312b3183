import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { AccessToken, CreatedToken } from '../contract.ts'
import { OwnTokens } from './own-tokens.tsx'

const TOKEN: AccessToken = {
  id: '0191f6a0-0000-7000-8000-000000000001',
  name: 'Script',
  writes: false,
  tasks: ['shipping'],
  created_at: '2026-01-02T03:04:05.000Z',
  expires_at: '2099-01-02T03:04:05.000Z',
  last_used_at: null,
}
const CREATED: CreatedToken = { ...TOKEN, token: 'llt_once' }

beforeEach(() => writeToken('token'))
afterEach(() => vi.unstubAllGlobals())

async function show(tokens: AccessToken[]) {
  const { fetch, calls } = answeringFetch({
    'GET /accessTokens': () => ({ body: tokens }),
    'POST /accessTokens/create': () => ({ status: 201, body: CREATED }),
    'POST /accessTokens/end': () => ({ status: 204, body: null }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<OwnTokens tasks={['shipping', 'administration']} />)
  return calls
}

it('the list says what each access may do, until when, and whether it was used', async () => {
  await show([TOKEN])
  expect(
    await screen.findByText(/Only read · Shipping · ends on .*2099 · never used/),
  ).toBeVisible()
})

it('a new access offers the own tasks, and shows its token once', async () => {
  const calls = await show([])
  await userEvent.click(await screen.findByRole('button', { name: 'New access' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Script')
  await userEvent.click(screen.getByRole('radio', { name: 'Read and change' }))
  expect(screen.queryByRole('checkbox', { name: 'Administration' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Shipping' }))
  await userEvent.click(screen.getByRole('radio', { name: '30 days' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create access' }))
  expect(await screen.findByRole('textbox', { name: /Token of the access Script/ })).toHaveValue(
    'llt_once',
  )
  expect(calls.find(({ name }) => name === 'POST /accessTokens/create')?.body).toEqual({
    name: 'Script',
    writes: true,
    tasks: ['shipping'],
    days: 30,
  })
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }))
  await userEvent.click(await screen.findByRole('button', { name: 'New access' }))
  expect(screen.queryByDisplayValue('llt_once')).toBeNull()
})

it('an access is ended after a question', async () => {
  const calls = await show([TOKEN])
  await userEvent.click(await screen.findByRole('button', { name: 'End the access: Script' }))
  await userEvent.click(await screen.findByRole('button', { name: 'End' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'POST /accessTokens/end')?.body).toEqual({
      id: TOKEN.id,
    }),
  )
})

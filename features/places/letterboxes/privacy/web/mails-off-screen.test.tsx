import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { MailsOffScreen } from './mails-off-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

type Answers = Parameters<typeof answeringFetch>[0]

/** Opens the page by the link of a mail about requests. */
async function show(answers: Answers = {}, path = '/mails/off?token=secret') {
  const { fetch, calls } = answeringFetch({
    'POST /mail/about': () => ({ body: { about: 'requests' } }),
    'POST /mail/off': () => ({ body: { ended: 'requests', was: { request: 'daily' } } }),
    'POST /mail/undoOff': () => ({ body: { resumed: 'requests' } }),
    ...answers,
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<MailsOffScreen />, path)
  return () => calls.filter(({ name }) => name.startsWith('POST'))
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('opening the screen says what ends and what goes on, and ends nothing', async () => {
  const calls = await show()
  expect(await screen.findByRole('heading')).toHaveTextContent('No more e-mails about requests?')
  expect(screen.getByText(/Your letterbox then takes no new requests/)).toBeVisible()
  expect(calls().map(({ name }) => name)).toEqual(['POST /mail/about'])
})

it('one press ends the mails, and undoing restores the previous frequency', async () => {
  const calls = await show()
  await press('Switch them off')
  expect(await screen.findByText(/your letterbox takes no new ones/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Privacy settings' })).toHaveAttribute(
    'href',
    '/profile/privacy',
  )
  await press('Undo')
  expect(await screen.findByRole('heading')).toHaveTextContent('They come again')
  expect(calls().at(-1)).toEqual({
    name: 'POST /mail/undoOff',
    body: { token: 'secret', was: { request: 'daily' } },
  })
})

it('there is nothing to undo if the mails were off before', async () => {
  await show({
    'POST /mail/off': () => ({ body: { ended: 'requests', was: { request: 'off' } } }),
  })
  await press('Switch them off')
  await waitFor(() =>
    expect(screen.getByRole('heading')).toHaveTextContent('They are switched off'),
  )
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('an invalid link is reported, and a missing one makes no call', async () => {
  await show({
    'POST /mail/about': () => ({ status: 422, body: { code: 'invalid_token', message: '' } }),
  })
  expect(await screen.findByRole('heading')).toHaveTextContent('This link no longer works')
})

it('a failed call can be tried again', async () => {
  let down = true
  const about = () => (down ? { status: 500, body: {} } : { body: { about: 'wishes' } })
  await show({ 'POST /mail/about': about })
  const again = await screen.findByRole('button', { name: 'Try again' })
  down = false
  await userEvent.click(again)
  expect(await screen.findByRole('heading')).toHaveTextContent('No more e-mails about wishes?')
})

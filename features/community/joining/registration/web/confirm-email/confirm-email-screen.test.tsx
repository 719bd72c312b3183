import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'
import { notePerson } from '#platform/web/data/known-people.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'

/** The token of the link that opened the app. */
const opened = vi.hoisted(() => ({ token: null as string | null }))
vi.mock('#platform/web/start/login-link.ts', () => ({ mailedToken: () => opened.token }))

const CALL = 'POST /auth/emailConfirmation'
const PATH = '/auth/confirmEmail'
const invalid = (errorMsg?: string) => ({
  status: 422,
  body: { code: 'invalid_token', message: '', errorMsg },
})

beforeEach(() => writeToken(null))
afterEach(() => {
  opened.token = null
  localStorage.clear()
  sessionStorage.clear()
  writeToken(null)
  vi.unstubAllGlobals()
})

interface Answer {
  status?: number
  body?: unknown
}

/** @param link what the look at the link returns, one after the other; the last one stays */
async function open(path: string, answers: Answer[], ...link: Answer[]) {
  const { fetch, calls } = answeringFetch({
    'POST /auth/lookAtLink': () => (link.length > 1 ? link.shift() : link[0]) ?? {},
    [CALL]: () => answers.shift() ?? invalid(),
    'GET /users/userinfo': () => ({ body: testUser({ has_password: false, can_log_in: false }) }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<ConfirmEmailScreen />, path)
  return {
    codes: () => calls.filter(({ name }) => name === CALL).map(({ body }) => body),
    looks: () => calls.filter(({ name }) => name === 'POST /auth/lookAtLink').length,
  }
}

it('the confirmation form keeps a mistyped code, shows the error, and accepts the right one', async () => {
  const { codes } = await open(PATH, [invalid(), { body: { api_token: 'mine' } }])
  const field = screen.getByLabelText('Code from the e-mail')
  await userEvent.type(field, 'mistyped')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  // No account is logged in here, and a code alone does not tell whose it is.
  expect(screen.getByLabelText('E-mail address')).toHaveFocus()
  expect(codes()).toEqual([])
  await userEvent.type(screen.getByLabelText('E-mail address'), ' mila@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('This confirmation code is not valid.')).toBeVisible()
  expect(field).toHaveValue('mistyped')
  expect(field).toHaveFocus()
  await userEvent.type(field, '{Backspace}')
  expect(screen.queryByText('This confirmation code is not valid.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Your address has been confirmed')).toBeVisible()
  expect(codes()).toEqual([
    { email_confirmation_token: 'mistyped', email: 'mila@example.org' },
    { email_confirmation_token: 'mistype', email: 'mila@example.org' },
  ])
})

const ofLink = (state: 'open' | 'used') => ({
  body: {
    kind: 'confirmation',
    state,
    user_id: testUser().id,
    firstname: 'Mila',
    masked_email: 'm…@example.org',
  },
})

it('a link opened a second time says that the address is already confirmed', async () => {
  opened.token = 'spent'
  const { codes } = await open(PATH, [invalid('alreadyConfirmed')], ofLink('used'))
  await waitFor(() => expect(codes()).toHaveLength(1), { timeout: 4000 })
  expect(await screen.findByText('Your address is already confirmed')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible()
})

it('a link confirms by itself after a pause in a browser where the user is or was logged in', async () => {
  opened.token = 'fresh'
  notePerson(testUser().id)
  const { codes, looks } = await open(PATH, [{ body: { api_token: 'mine' } }], ofLink('open'))
  expect(codes()).toEqual([])
  expect(
    await screen.findByText('Your address has been confirmed', {}, { timeout: 4000 }),
  ).toBeVisible()
  expect(codes()).toEqual([{ email_confirmation_token: 'fresh' }])
  expect(looks()).toBe(1)
})

it('a link in any other browser confirms nothing before the button is pressed', async () => {
  opened.token = 'fresh'
  const { codes } = await open(PATH, [{ body: { api_token: 'mine' } }], ofLink('open'))
  expect(await screen.findByText('The link is for Mila (m…@example.org).')).toBeVisible()
  // Longer than the pause after which a known browser confirms.
  await expect(waitFor(() => expect(codes()).toHaveLength(1), { timeout: 2500 })).rejects.toThrow()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, confirm it' }))
  expect(await screen.findByText('Your address has been confirmed')).toBeVisible()
})

it('a link that cannot be looked at now confirms nothing, and can be tried again', async () => {
  opened.token = 'fresh'
  const limited = { status: 429, body: { code: 'rate_limited', message: '' } }
  const { codes } = await open(PATH, [{ body: { api_token: 'mine' } }], limited, ofLink('open'))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The link is for Mila (m…@example.org).')).toBeVisible()
  expect(codes()).toEqual([])
})

/** Shows the screen while it waits for the mail, and records what it saves. */
async function wait(privacy: Partial<typeof DEFAULT_PRIVACY>) {
  const user = testUser({
    email_confirmed: false,
    has_password: false,
    privacy: { ...DEFAULT_PRIVACY, ...privacy },
  })
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: user }),
    'POST /privacy/update': (change) => {
      Object.assign(user.privacy, change)
      return { body: user.privacy }
    },
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('mine')
  const { unmount } = await renderInApp(<ConfirmEmailScreen />, PATH)
  await screen.findByText(/mila@example.org/)
  const changes = () =>
    calls.filter(({ name }) => name === 'POST /privacy/update').map(({ body }) => body)
  return { changes, unmount }
}

const askedAboutAnswers = () =>
  screen.queryByRole('form', { name: 'Shall we tell you of answers?' })

it('the screen offers answers by e-mail once, and only to borrowers', async () => {
  const lends = await wait({ show_on_map: true })
  expect(askedAboutAnswers()).toBeNull()
  lends.unmount()

  const borrows = await wait({ show_on_map: false })
  const card = within(askedAboutAnswers() as HTMLElement)
  expect(card.getAllByRole('checkbox')).toHaveLength(1)
  expect(card.getByRole('checkbox', { name: 'Tell me by e-mail' })).toBeChecked()
  await userEvent.click(card.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(askedAboutAnswers()).toBeNull())
  // Nothing else: the letterbox stays off the map.
  expect(borrows.changes()).toEqual([{ enable_notifications: true }])
  expect(document.body).not.toHaveFocus()
  borrows.unmount()
})

it('the screen does not repeat its offer after "Not now"', async () => {
  const first = await wait({ show_on_map: false })
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(askedAboutAnswers()).toBeNull()
  first.unmount()
  const second = await wait({ show_on_map: false })
  expect(askedAboutAnswers()).toBeNull()
  expect([...first.changes(), ...second.changes()]).toEqual([])
})

it('the screen asks a logged-in user for the code alone', async () => {
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ email_confirmed: false }) }),
    [CALL]: () => invalid(),
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('mine')
  await renderInApp(<ConfirmEmailScreen />, PATH)
  await userEvent.click(await screen.findByRole('button', { name: /code from the e-mail/i }))
  expect(screen.queryByLabelText('E-mail address')).toBeNull()
  await userEvent.keyboard('k7mp-3xqr{Enter}')
  await screen.findByText('This confirmation code is not valid.')
  const sent = calls.filter(({ name }) => name === CALL).map(({ body }) => body)
  expect(sent).toEqual([{ email_confirmation_token: 'k7mp-3xqr' }])
})

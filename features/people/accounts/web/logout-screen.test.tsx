import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFirstUnseen } from '#features/community/announcements/web/data/announcements.ts'
import { useNewTransactionCount } from '#features/lending/conversations/lists/web/data/new-transactions.ts'
import { outbox } from '#features/lending/conversations/outbox/web/data/outbox.ts'
import { useHousehold } from '#features/lending/household/web/data/household.ts'
import { useWishes } from '#features/lending/wishes/web/data/wishes.ts'
import { paths } from '#platform/shared/paths.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { useSession } from './data/session.ts'
import { LogoutScreen } from './logout-screen.tsx'

/** Another component on the screen during the logout; its effects run after those of the screen. */
function Frame({ children }: { children: ReactNode }) {
  useLocation()
  const { user } = useSession()
  const { data: wishes } = useWishes()
  useHousehold()
  useFirstUnseen('mila')
  const count = useNewTransactionCount()
  return (
    <>
      {children}
      <p>{user && wishes ? `${user.firstname}: ${count}` : 'nobody'}</p>
    </>
  )
}

let calls: { name: string }[]
/** Ignores the query for the page title, which contains no secret. */
const callNames = () => calls.map(({ name }) => name).filter((name) => name !== 'GET /config')

beforeEach(() => {
  writeToken('mine')
  const answers = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser() }),
    'GET /transactions/getNumberOfNewTransactions': () => ({ body: { count: 2 } }),
    'GET /wishes': () => ({ body: [] }),
    'GET /household': () => ({ body: { people: [] } }),
    'GET /announcements/getFirstUnseen': () => ({ body: null }),
    'POST /auth/logout': () => ({ status: 204 }),
  })
  calls = answers.calls
  vi.stubGlobal('fetch', answers.fetch)
})
afterEach(() => {
  act(() => writeToken(null))
  vi.unstubAllGlobals()
})

const FRAMED = (
  <Frame>
    <Routes>
      <Route path="/profile" element={<Link to={paths.logout()}>Log out</Link>} />
      <Route path={paths.logout()} element={<LogoutScreen unsent={outbox} />} />
      <Route path={paths.inbox()} element={null} />
    </Routes>
  </Frame>
)

it('logging out makes no more calls for the account', async () => {
  await renderInApp(FRAMED, '/profile')
  expect(await screen.findByText('Mila: 2')).toBeVisible()
  const before = callNames().length
  await userEvent.click(screen.getByText('Log out'))
  expect(await screen.findByText('nobody')).toBeVisible()
  expect(callNames().slice(before)).toEqual(['POST /auth/logout'])
})

it('opening the app on the logout page makes no calls for the account', async () => {
  await renderInApp(FRAMED, paths.logout())
  expect(await screen.findByText('nobody')).toBeVisible()
  expect(callNames()).toEqual(['POST /auth/logout'])
})

const MESSAGE = {
  kind: 'message',
  transaction_id: 'there',
  from_id: 'mila',
  text: 'Tomorrow?',
} as const
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('logging out with unsent messages', () => {
  const { id } = testUser()
  beforeEach(() => {
    outbox.add({ ...MESSAGE, author_id: id })
    outbox.add({ ...MESSAGE, author_id: id })
  })
  afterEach(() => outbox.clear(id))

  it('asks first and can be cancelled', async () => {
    await renderInApp(FRAMED, paths.logout())
    expect(await screen.findByRole('heading')).toHaveTextContent('Not sent yet')
    expect(screen.getByText(/^2 messages or answers/)).toBeVisible()
    await press('Stay logged in')
    expect(await screen.findByText('Mila: 2')).toBeVisible()
    expect(callNames()).not.toContain('POST /auth/logout')
  })

  it('keeps the messages for the next login and nothing else', async () => {
    localStorage.setItem('letterlend.order', 'whatever')
    await renderInApp(FRAMED, paths.logout())
    await press('Send when I am back')
    expect(await screen.findByText('nobody')).toBeVisible()
    expect(outbox.all(id)).toHaveLength(2)
    // The list of people whose mailed links act without a button stays; it contains only ids.
    expect(Object.keys(localStorage).filter((key) => !key.includes(`.outbox.${id}.`))).toEqual([
      'letterlend.people',
    ])
  })

  it('leaves no readable data on the device when the messages are discarded', async () => {
    await renderInApp(FRAMED, paths.logout())
    await press('Discard and log out')
    expect(await screen.findByText('nobody')).toBeVisible()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Tomorrow?')
  })

  it('needs no confirmation once the messages have been sent', async () => {
    await renderInApp(FRAMED, paths.logout())
    await screen.findByText(/^2 messages/)
    act(() => outbox.clear(id))
    expect(await screen.findByText('nobody')).toBeVisible()
  })

  it('does not ask about messages of another account', async () => {
    outbox.clear(id)
    outbox.add({ ...MESSAGE, author_id: 'somebody' })
    await renderInApp(FRAMED, paths.logout())
    expect(await screen.findByText('nobody')).toBeVisible()
    expect(outbox.all('somebody')).toHaveLength(1)
    outbox.clear('somebody')
  })
})

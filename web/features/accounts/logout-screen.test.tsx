import { paths } from '@letterlend/contract/paths.ts'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFirstUnseen } from '../../data/announcements.ts'
import { useHousehold } from '../../data/household.ts'
import { useNewTransactionCount } from '../../data/new-transactions.ts'
import { useSession } from '../../data/session.ts'
import { writeToken } from '../../data/session-token.ts'
import { useWishes } from '../../data/wishes.ts'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { testUser } from '../../testing/user.ts'
import { LogoutScreen } from './logout-screen.tsx'

/** What stays on the screen while one logs out: its effects come after those of the screen. */
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
/** The page's title names the community: that is nobody's secret. */
const asked = () => calls.map(({ name }) => name).filter((name) => name !== 'GET /config')

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
      <Route path={paths.logout()} element={<LogoutScreen />} />
    </Routes>
  </Frame>
)

it('asks nothing of the account any more once it logs out', async () => {
  await renderInApp(FRAMED, '/profile')
  expect(await screen.findByText('Mila: 2')).toBeVisible()
  const before = asked().length
  await userEvent.click(screen.getByText('Log out'))
  expect(await screen.findByText('nobody')).toBeVisible()
  expect(asked().slice(before)).toEqual(['POST /auth/logout'])
})

it('asks nothing of the account where the app is opened to log out', async () => {
  await renderInApp(FRAMED, paths.logout())
  expect(await screen.findByText('nobody')).toBeVisible()
  expect(asked()).toEqual(['POST /auth/logout'])
})

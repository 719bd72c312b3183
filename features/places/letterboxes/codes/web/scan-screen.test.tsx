import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { paths, patterns } from '#platform/shared/paths.ts'
import { readReturnPath } from '#platform/web/data/return-path.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { ScanAnswer } from '../contract.ts'
import { ScanScreen } from './scan-screen.tsx'

const LETTERBOX = '0b6f3a52-4f57-4a3e-8a8e-9c6f7a1c2d3e'
const withLetterbox = testUser({
  letterbox: { id: LETTERBOX, address: 'Hohlstrasse 40', latitude: 47 } as User['letterbox'],
})

afterEach(() => {
  vi.unstubAllGlobals()
  writeToken(null)
})

const Address = () => <output>{useLocation().pathname}</output>

async function open(scan: ScanAnswer | number, user: User | null = null) {
  if (user) writeToken('token')
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: user }),
    'GET /letterboxCodes/scan': () =>
      typeof scan === 'number'
        ? { status: scan, body: { code: 'not_found', message: '' } }
        : { body: scan },
    'POST /letterboxCodes/giveAway': () => ({ status: 204 }),
    'POST /letterboxCodes/claim': () => ({ body: { letterbox_id: LETTERBOX } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(
    <Routes>
      <Route path={patterns.letterboxCode} element={<ScanScreen />} />
      <Route path="*" element={<Address />} />
    </Routes>,
    paths.letterboxCode('7K3Q9AB'),
  )
  return calls
}
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

it('a code that leads to a letterbox opens it', async () => {
  await open({ state: 'letterbox', letterbox_id: LETTERBOX, placed: true })
  expect(await screen.findByText(paths.letterbox(LETTERBOX))).toBeInTheDocument()
})

it('an unknown and a renewed code lead to the map only', async () => {
  await open(404)
  expect(await title()).toBe('This code leads nowhere')
  expect(screen.getByRole('link')).toHaveAttribute('href', paths.map())
})

it('a renewed code says so', async () => {
  await open({ state: 'renewed' })
  expect(await title()).toBe('This code has been renewed')
  expect(document.title).toContain('This code has been renewed')
})

it('a sheet that nobody has claimed leads visitors to the login and back, or to registering', async () => {
  await open({ state: 'sheet', claimable: false, givable: false })
  expect(await title()).toBe('Not on the map yet')
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    paths.login(paths.letterboxCode('7K3Q9AB')),
  )
  expect(screen.getByText(/register with the e-mail address of the order/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Register' }))
  expect(readReturnPath()).toBe(paths.letterboxCode('7K3Q9AB'))
})

it('the receiver of a sheet connects it with one press', async () => {
  const calls = await open({ state: 'sheet', claimable: true, givable: false }, withLetterbox)
  expect(await title()).toBe('Is this sheet for your letterbox?')
  expect(screen.getByText(/Hohlstrasse 40/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Connect with my letterbox' }))
  await waitFor(async () => expect(await title()).toBe('Connected'))
  expect(calls.find(({ name }) => name.endsWith('/claim'))?.body).toEqual({ code: '7K3Q9AB' })
  expect(screen.getByRole('link', { name: 'See it on the map' })).toHaveAttribute(
    'href',
    paths.letterbox(LETTERBOX),
  )
})

it.each([
  ['a member who did not receive it', withLetterbox, 'Print my own code', paths.ownCode()],
  ['a member without a letterbox', testUser(), 'Enter the address', paths.updateLetterBoxAddress()],
])('a sheet tells %s what to do instead', async (_who, user, link, href) => {
  await open({ state: 'sheet', claimable: false, givable: false }, user)
  expect(await screen.findByRole('link', { name: link })).toHaveAttribute('href', href)
  expect(screen.queryByRole('button', { name: 'Connect with my letterbox' })).toBeNull()
  expect(screen.getByText(/If you ordered it with another e-mail address/)).toBeVisible()
})

it('a member whose address is not confirmed confirms it first, and comes back', async () => {
  await open(
    { state: 'sheet', claimable: false, givable: false },
    testUser({ email_confirmed: false }),
  )
  expect(await screen.findByText(/order this sheet without an account/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Confirm the e-mail address' }))
  expect(await screen.findByText(paths.confirmEmail())).toBeInTheDocument()
  expect(readReturnPath()).toBe(paths.letterboxCode('7K3Q9AB'))
})

it('a member who ordered a sheet with an account need not confirm the address first', async () => {
  const user = testUser({ email_confirmed: false })
  await open({ state: 'sheet', claimable: false, givable: true }, user)
  expect(await screen.findByRole('link', { name: 'Enter the address' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Confirm the e-mail address' })).toBeNull()
})

it.each([
  ['with', withLetterbox, true],
  ['without', testUser(), false],
])('who ordered a sheet gives it away, %s a letterbox', async (_with, user, claimable) => {
  const calls = await open({ state: 'sheet', claimable, givable: true }, user)
  await userEvent.click(await screen.findByRole('button', { name: 'I give this sheet away' }))
  await waitFor(async () => expect(await title()).toBe('Given away'))
  expect(calls.find(({ name }) => name.endsWith('/giveAway'))?.body).toEqual({ code: '7K3Q9AB' })
})

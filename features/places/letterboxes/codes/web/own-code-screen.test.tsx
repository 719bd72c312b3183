import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { OwnCodeScreen } from './own-code-screen.tsx'

const user = testUser()
const letterbox = {
  id: '0b6f3a52-4f57-4a3e-8a8e-9c6f7a1c2d3e',
  user_id: user.id,
  latitude: 47,
  privacy: DEFAULT_PRIVACY,
  holiday_until: null,
  hidden: null,
  gone: false,
  items: [],
} as unknown as NonNullable<User['letterbox']>

afterEach(() => {
  vi.unstubAllGlobals()
  writeToken(null)
})

async function open(fields: Partial<NonNullable<User['letterbox']>> = {}) {
  writeToken('token')
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: { ...user, letterbox: { ...letterbox, ...fields } } }),
    'POST /letterboxCodes/own': () => ({ body: { code: '7K3Q9AB', further: 2, came: 0 } }),
    'POST /letterboxCodes/renew': () => ({ body: { code: 'ZZZZ111', further: 0, came: 0 } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<OwnCodeScreen />)
  return calls
}
/** Finds the short address, whose code does not break. */
const address = (code: string) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === `${window.location.host}/l/${code}`

it('the screen shows the short address, its code as files, and how many others lead here', async () => {
  await open()
  expect(await screen.findByText(address('7K3Q9AB'))).toBeInTheDocument()
  expect(screen.getByText('2 other printed codes lead to your letterbox too.')).toBeInTheDocument()
  const picture = await screen.findByRole('img', { name: /QR code for .*7K3Q9AB/ })
  expect(picture.getAttribute('src')).toMatch(/^data:image\/svg/)
  const svg = screen.getByRole('link', { name: 'Drawing (SVG)' })
  expect(svg).toHaveAttribute('download', 'letterlend-qr.svg')
  expect(svg.getAttribute('href')).toMatch(/^data:image\/svg/)
  expect(screen.queryByText(/not on the map at the moment/)).toBeNull()
})

it('the screen says that the code of a hidden letterbox leads others nowhere', async () => {
  await open({ holiday_until: '2030-01-01' })
  expect(await screen.findByText(/not on the map at the moment/)).toBeInTheDocument()
})

it('the owner renews the code after a warning', async () => {
  const calls = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Renew the code' }))
  expect(await screen.findByText(/All codes that were printed/)).toBeInTheDocument()
  expect(calls.some(({ name }) => name.endsWith('/renew'))).toBe(false)
  const buttons = screen.getAllByRole('button', { name: 'Renew the code', hidden: true })
  await userEvent.click(buttons.at(-1) as HTMLElement)
  await waitFor(() => expect(screen.getByText(address('ZZZZ111'))).toBeInTheDocument())
  expect(screen.queryByText(/other printed codes/)).toBeNull()
})

it('a member of the household cannot renew the code', async () => {
  await open({ user_id: '0b6f3a52-4f57-4a3e-8a8e-000000000000' })
  expect(await screen.findByText(/Only the owner/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Renew the code' })).toBeNull()
})

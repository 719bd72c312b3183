import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { Wait } from '../contract.ts'
import { WaitLinkScreen } from './wait-link-screen.tsx'
import { WaitOffer } from './wait-offer.tsx'
import { WaitRow } from './wait-row.tsx'
import { WaitingHere } from './waiting-here.tsx'

const wait: Wait = {
  letterbox_id: 'box',
  item_id: 1,
  address: 'Lindenweg 3',
  postcode: '8000',
  city: 'Zürich',
  position: 2,
  turn_until: null,
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2027-05-19T10:00:00Z',
}

beforeEach(() => writeToken('token'))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

function serve(answers: Parameters<typeof answeringFetch>[0]) {
  const api = answeringFetch(answers)
  vi.stubGlobal('fetch', api.fetch)
  return api
}

const offer = (props: { why?: 'lent' | 'outOfReach' | null; confirmed?: boolean } = {}) => (
  <WaitOffer letterboxId="box" item={{ id: 1, name: 'Ladder' }} why="lent" confirmed {...props} />
)
const joinButton = () => screen.queryByRole('button', { name: 'Tell me when it is back: Ladder' })
const leaveButton = () => screen.queryByRole('button', { name: 'No longer needed: Ladder' })

it('a lent item offers to wait; then it shows the place and a button to leave', async () => {
  const api = serve({
    'GET /waits': () => ({ body: [] }),
    'POST /waits/join': () => ({ body: wait }),
    'POST /waits/leave': () => ({ status: 204 }),
  })
  await renderInApp(offer())
  await userEvent.click(await screen.findByRole('button', { name: /Tell me/ }))
  expect(await screen.findByText('You are the second in line.')).toBeVisible()
  expect(joinButton()).toBeNull()
  expect(document.activeElement).toContainElement(leaveButton())
  await userEvent.click(leaveButton() as HTMLElement)
  expect(await screen.findByRole('button', { name: /Tell me/ })).toBeVisible()
  expect(leaveButton()).toBeNull()
  const body = { letterbox_id: 'box', item_id: 1 }
  expect(api.calls.filter(({ name }) => name.startsWith('POST'))).toEqual([
    { name: 'POST /waits/join', body },
    { name: 'POST /waits/leave', body },
  ])
})

it('a refused wait shows why', async () => {
  serve({
    'GET /waits': () => ({ body: [] }),
    'POST /waits/join': () => ({ status: 409, body: { code: 'too_many_waits', message: '' } }),
  })
  await renderInApp(offer())
  await userEvent.click(await screen.findByRole('button', { name: /Tell me/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/waiting for many things|many things/)
})

it('an item at home offers nothing, unless the member still waits for it', async () => {
  serve({ 'GET /waits': () => ({ body: [{ ...wait, letterbox_id: 'other' }] }) })
  const { container } = await renderInApp(offer({ why: null }))
  expect(container.querySelector('button')).toBeNull()
  serve({
    'GET /waits': () => ({
      body: [{ ...wait, position: 1, turn_until: '2026-11-21T17:30:00Z' }],
    }),
  })
  await renderInApp(offer({ why: null }))
  expect(await screen.findByText(/it is your turn. Ask by Saturday/)).toBeVisible()
})

it('a member with an unconfirmed address is sent to the confirmation first', async () => {
  serve({ 'GET /waits': () => ({ body: [] }) })
  await renderInApp(offer({ confirmed: false }))
  expect(screen.getByRole('link', { name: /Confirm your e-mail/ })).toBeVisible()
})

it('a letterbox where nobody can be reached offers the same line', async () => {
  serve({
    'GET /waits': () => ({ body: [] }),
    'POST /waits/join': () => ({ body: { ...wait, position: null } }),
  })
  await renderInApp(offer({ why: 'outOfReach' }))
  await userEvent.click(
    await screen.findByRole('button', { name: 'Tell me once I can ask here: Ladder' }),
  )
  expect(await screen.findByText(/You cannot ask there at the moment/)).toBeVisible()
  expect(leaveButton()).toBeVisible()
})

it('a row of the list ends its wait after a second look', async () => {
  const api = serve({ 'POST /waits/leave': () => ({ status: 204 }) })
  await renderInApp(<WaitRow wait={{ ...wait, position: 4 }} item={undefined} />)
  expect(screen.getByText('You are number 4 in line.')).toBeVisible()
  expect(screen.getByRole('link', { name: /Lindenweg 3/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /No longer needed/ }))
  expect(api.calls).toEqual([])
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'No longer needed' }))
  await vi.waitFor(() =>
    expect(api.calls.map(({ body }) => body)).toEqual([{ letterbox_id: 'box', item_id: 1 }]),
  )
})

it('a row of a letterbox that is not on the map has no address and no link', async () => {
  const hidden = { ...wait, address: null, postcode: null, city: null, position: null }
  await renderInApp(<WaitRow wait={hidden} item={undefined} />)
  expect(screen.getByText(/not on the map at the moment/)).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

it('the owner sees how many people wait for an item', async () => {
  serve({
    'GET /waits/here': () => ({ body: [{ item_id: 1, count: 3 }] }),
    'GET /items': () => ({ body: [] }),
  })
  await renderInApp(<WaitingHere />)
  expect(await screen.findByText('3 people')).toBeVisible()
})

it('the link of a mail leaves the line after its button is pressed', async () => {
  const api = serve({
    'GET /items': () => ({ body: [] }),
    'POST /waits/leaveByLink': () => ({ body: { item_id: 1 } }),
  })
  await renderInApp(<WaitLinkScreen />, '/waits/leave?token=secret')
  const left = () => api.calls.filter(({ name }) => name === 'POST /waits/leaveByLink')
  expect(left()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'No longer needed' }))
  expect(await screen.findByText('You are no longer in the line')).toBeVisible()
  expect(left()).toHaveLength(1)
})

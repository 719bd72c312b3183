import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#features/people/accounts/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LetterboxBorrow } from './letterbox-borrow.tsx'

const open = {
  id: 'box',
  user_id: 'ben',
  role_name: 'normal',
  enable_messaging: true,
  takes_requests: true,
  items: [1, 2].map((id) => ({ id, image_path: `${id}.svg` })),
} as Letterbox

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

async function show(
  letterbox: Letterbox,
  user: User | null = null,
  free: { from: string; until: string } | null = null,
) {
  const onBorrow = vi.fn()
  await renderInApp(
    <LetterboxBorrow
      letterbox={letterbox}
      onBorrow={onBorrow}
      items={[]}
      viewer={{ user, loading: false }}
      searched={[]}
      free={free}
      notice={null}
    />,
  )
  return onBorrow
}

it('a letterbox can be asked without a chosen sticker, which is chosen in the dialog', async () => {
  const onBorrow = await show(open)
  await userEvent.click(screen.getByRole('button', { name: 'Borrow' }))
  expect(onBorrow).toHaveBeenCalledExactlyOnceWith(open, null)
})

it('the stickers with a line of the owner come first and show it', async () => {
  const line = '3 m, needs <b>two</b> people'
  const items = open.items.map((item) => (item.id === 2 ? { ...item, line } : item))
  await show({ ...open, items })
  const [first, second] = screen.getAllByRole('listitem')
  expect(first).toHaveTextContent(line)
  expect(second).not.toHaveTextContent(line)
})

it('an unreachable letterbox suggests to ring the bell and has no button', async () => {
  await show({ ...open, enable_messaging: false, reachable: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/Just ring the bell/)).toBeVisible()
})

it('an unreachable letterbox offers a member a notification once it can be asked for the chosen item', async () => {
  writeToken('token')
  const wait = { letterbox_id: 'box', item_id: 2, position: null, turn_until: null }
  const api = answeringFetch({
    'GET /waits': () => ({ body: [] }),
    'POST /waits/join': () => ({ body: wait }),
  })
  vi.stubGlobal('fetch', api.fetch)
  const tom = {
    id: 'tom',
    email_confirmed: true,
    privacy: { enable_messaging: true, show_on_map: true },
    letterbox: null,
  } as User
  await show({ ...open, enable_messaging: false, reachable: false }, tom)
  const button = () => screen.queryByRole('button', { name: /Tell me once I can ask here/ })
  expect(button()).toBeNull()
  expect(screen.getByText(/Choose above/)).toBeVisible()
  const [first, second] = screen.getAllByRole('button')
  await userEvent.click(second as HTMLElement)
  await userEvent.dblClick(button() as HTMLElement)
  expect(await screen.findByText(/You cannot ask there at the moment/)).toBeVisible()
  expect(button()).toBeNull()
  const posted = api.calls.filter(({ name }) => name.startsWith('POST'))
  expect(posted.map(({ body }) => body)).toEqual([{ letterbox_id: 'box', item_id: 2 }])
  await userEvent.click(first as HTMLElement)
  expect(button()).toBeVisible()
})

it('an unreachable letterbox sends a member with an unconfirmed address to the confirmation first', async () => {
  const tom = { id: 'tom', email_confirmed: false, privacy: {}, letterbox: null } as User
  await show({ ...open, items: open.items.slice(0, 1), reachable: false }, tom)
  expect(screen.getByRole('link', { name: /Confirm your e-mail/ })).toBeVisible()
})

it('a lent item offers a member to wait for it, and an item at home does not', async () => {
  writeToken('token')
  const wait = { letterbox_id: 'box', item_id: 1, position: 3, turn_until: null }
  const api = answeringFetch({
    'GET /waits': () => ({ body: [] }),
    'POST /waits/join': () => ({ body: wait }),
  })
  vi.stubGlobal('fetch', api.fetch)
  const tom = {
    id: 'tom',
    email_confirmed: true,
    privacy: { enable_messaging: true, show_on_map: true },
    letterbox: null,
  } as User
  const items = open.items.map((item) => ({ ...item, available: item.id !== 1 }))
  await show({ ...open, items }, tom)
  const button = () => screen.queryByRole('button', { name: /Tell me when it is back/ })
  const [lent, atHome] = screen.getAllByRole('button')
  await userEvent.click(atHome as HTMLElement)
  expect(button()).toBeNull()
  await userEvent.click(lent as HTMLElement)
  await userEvent.click(button() as HTMLElement)
  expect(await screen.findByText('You are the third in line.')).toBeVisible()
})

it('with chosen days a letterbox says what is free then, not what is lent today', async () => {
  writeToken('token')
  vi.stubGlobal('fetch', answeringFetch({ 'GET /waits': () => ({ body: [] }) }).fetch)
  const tom = {
    id: 'tom',
    email_confirmed: true,
    privacy: { enable_messaging: true, show_on_map: true },
    letterbox: null,
  } as User
  const items = open.items.map((item) => ({
    ...item,
    available: item.id === 2,
    free: item.id === 1,
  }))
  const day = '2027-01-02'
  await show({ ...open, items }, tom, { from: day, until: day })
  expect(screen.getByText(/^Your days: Saturday 2 January/)).toBeVisible()
  const [freeThen, atHomeToday] = screen.getAllByRole('button') as HTMLElement[]
  expect(freeThen).not.toHaveTextContent(/lent|free/i)
  expect(atHomeToday).toHaveTextContent('Not free then')
  await userEvent.click(freeThen as HTMLElement)
  expect(screen.queryByText(/You can ask for/)).toBeNull()
  expect(screen.queryByRole('button', { name: /Tell me when it is back/ })).toBeNull()
  await userEvent.click(atHomeToday as HTMLElement)
  expect(screen.getByText('Not free then. You can ask for other days.')).toBeVisible()
})

it('a visitor is not offered to wait for a lent item', async () => {
  await show({ ...open, items: open.items.map((item) => ({ ...item, available: false })) })
  await userEvent.click(screen.getAllByRole('button')[0] as HTMLElement)
  expect(screen.queryByRole('button', { name: /Tell me when it is back/ })).toBeNull()
})

it('a letterbox that takes no requests says so and has no button', async () => {
  await show({ ...open, takes_requests: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/this letterbox takes no requests/)).toBeVisible()
})

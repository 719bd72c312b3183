import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { Letterbox } from '../contract.ts'
import { LetterboxBorrow } from './letterbox-borrow.tsx'

const open = {
  id: 'box',
  user_id: 'ben',
  role_name: 'normal',
  enable_messaging: true,
  takes_requests: true,
  items: [1, 2].map((id) => ({ id, image_path: `${id}.svg` })),
} as Letterbox

async function show(letterbox: Letterbox) {
  const onBorrow = vi.fn()
  await renderInApp(
    <LetterboxBorrow
      letterbox={letterbox}
      onBorrow={onBorrow}
      items={[]}
      viewer={{ user: null, loading: false }}
      searched={[]}
      notice={null}
    />,
  )
  return onBorrow
}

it('asks without a chosen sticker: the dialog has the choice', async () => {
  const onBorrow = await show(open)
  await userEvent.click(screen.getByRole('button', { name: 'Borrow' }))
  expect(onBorrow).toHaveBeenCalledExactlyOnceWith(open, null)
})

it('shows what its owner says of a sticker, and those of which something is said first', async () => {
  const line = '3 m, needs <b>two</b> people'
  const items = open.items.map((item) => (item.id === 2 ? { ...item, line } : item))
  await show({ ...open, items })
  const [first, second] = screen.getAllByRole('listitem')
  expect(first).toHaveTextContent(line)
  expect(second).not.toHaveTextContent(line)
})

it('a letterbox that nobody can be told of a request at says to ring the bell, and has no button', async () => {
  await show({ ...open, enable_messaging: false, reachable: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/Just ring the bell/)).toBeVisible()
})

it('says that a letterbox takes no requests, and has no button there', async () => {
  await show({ ...open, takes_requests: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/this letterbox takes no requests/)).toBeVisible()
})

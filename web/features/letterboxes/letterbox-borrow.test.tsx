import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { LetterboxBorrow } from './letterbox-borrow.tsx'

it('asks without a chosen sticker: the dialog has the choice', async () => {
  const letterbox = {
    id: 'box',
    user_id: 'ben',
    role_name: 'normal',
    enable_messaging: true,
    items: [1, 2].map((id) => ({ id, image_path: `${id}.svg` })),
  } as Letterbox
  const onBorrow = vi.fn()
  await renderInApp(
    <LetterboxBorrow
      {...{ letterbox, onBorrow }}
      items={[]}
      viewer={{ user: null, loading: false }}
      searched={[]}
      asked={null}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Borrow' }))
  expect(onBorrow).toHaveBeenCalledExactlyOnceWith(letterbox, null)
})

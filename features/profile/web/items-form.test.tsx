import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Item } from '#features/items/contract.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { ItemCopies } from './item-copies.tsx'
import { ItemsForm } from './items-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const CALL = 'POST /letterboxes/updateLetterboxItems'

async function show(initial: number[], answer: () => { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({
    [CALL]: answer,
    'GET /users/userinfo': () => ({ body: testUser() }),
  })
  vi.stubGlobal('fetch', fetch)
  const [onChange, onSaved] = [vi.fn(), vi.fn()]
  await renderInApp(
    <ItemsForm
      initial={initial}
      picker={({ selected, onToggle }) =>
        [1, 2].map((id) => (
          <button key={id} type="button" onClick={() => onToggle(id)}>
            {selected.includes(id) ? `on ${id}` : `off ${id}`}
          </button>
        ))
      }
      submitLabel="Finish"
      onChange={onChange}
      onSaved={onSaved}
    />,
  )
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  return { calls, onChange, onSaved, press }
}

it('switches stickers on and off and saves what is on, also nothing', async () => {
  const { calls, onChange, onSaved, press } = await show([1], () => ({ body: {} }))
  await press('off 2')
  await press('on 1')
  expect(onChange).toHaveBeenLastCalledWith([2])
  await press('on 2')
  expect(screen.getByText('Nothing chosen yet')).toBeVisible()
  await press('Finish')
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  expect(calls[0]).toEqual({ name: CALL, body: { selected_items_id: [] } })
})

it('says when it could not be saved, keeps the choice and gives the button back', async () => {
  const { calls, onSaved, press } = await show([1], () => ({
    status: 503,
    body: { code: 'unavailable', message: '' },
  }))
  await press('Finish')
  expect(await screen.findByRole('alert')).toHaveTextContent('not available right now')
  expect(screen.getByRole('button', { name: 'on 1' })).toBeVisible()
  await press('Finish')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(onSaved).not.toHaveBeenCalled()
})

it('saves how many there are of what is chosen, where that changed', async () => {
  const COPIES = 'POST /letterboxes/updateItemCopies'
  const { fetch, calls } = answeringFetch({
    [CALL]: () => ({ body: {} }),
    [COPIES]: () => ({ body: {} }),
    'GET /users/userinfo': () => ({ body: testUser() }),
  })
  vi.stubGlobal('fetch', fetch)
  const items = [1, 2, 3].map((id) => ({ id, name_en: `Item ${id}`, image_path: '' }) as Item)
  await renderInApp(
    <ItemsForm
      initial={[1, 2, 3]}
      initialCopies={{ 1: 1, 2: 2, 3: 9 }}
      several={(props) => <ItemCopies {...props} items={items} />}
      picker={() => null}
      submitLabel="Finish"
      onChange={vi.fn()}
      onSaved={vi.fn()}
    />,
  )
  // What there are several of is shown.
  expect(screen.getByText('Do you have several of something?').closest('details')).toHaveAttribute(
    'open',
  )
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await press('One less: Item 1')
  await press('One more: Item 1')
  await press('One more: Item 1')
  await press('One less: Item 2')
  await press('One more: Item 2')
  await press('One more: Item 3')
  expect(screen.getByRole('group', { name: 'Item 1' })).toHaveTextContent('3')
  await press('Finish')
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('GET /users/userinfo'))
  expect(calls.slice(0, -1)).toEqual([
    { name: CALL, body: { selected_items_id: [1, 2, 3] } },
    { name: COPIES, body: { item_id: 1, copies: 3 } },
  ])
})

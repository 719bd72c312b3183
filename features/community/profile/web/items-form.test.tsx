import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Item } from '#features/places/items/contract.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { ItemCopies } from './item-copies.tsx'
import { ItemLines } from './item-lines.tsx'
import { ItemsForm, ownItemsDraft } from './items-form.tsx'

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

it('the items form toggles stickers and saves the chosen ones, even none', async () => {
  const { calls, onChange, onSaved, press } = await show([1], () => ({ body: {} }))
  await press('off 2')
  await press('on 1')
  expect(onChange).toHaveBeenLastCalledWith([2], {})
  await press('on 2')
  expect(screen.getByText('Nothing chosen yet')).toBeVisible()
  await press('Finish')
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  expect(calls[0]).toEqual({ name: CALL, body: { selected_items_id: [] } })
})

it('the items form shows an error, keeps the choice and can be sent again', async () => {
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

it('the items form saves changed numbers of copies of chosen items', async () => {
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
  // The section is open if an item has several copies.
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

const LINE = 'POST /letterboxes/updateItemLine'

async function showLines(answer: (body: unknown) => { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({
    [CALL]: () => ({ body: {} }),
    [LINE]: answer,
    'GET /users/userinfo': () => ({ body: testUser() }),
  })
  vi.stubGlobal('fetch', fetch)
  const onSaved = vi.fn()
  const items = [1, 2, 3].map((id) => ({ id, name_en: `Item ${id}`, image_path: '' }) as Item)
  await renderInApp(
    <ItemsForm
      initial={[1, 2, 3]}
      savedLines={{ 1: 'Old', 2: 'Stays' }}
      lines={(props) => <ItemLines {...props} items={items} />}
      picker={() => null}
      submitLabel="Finish"
      onChange={vi.fn()}
      onSaved={onSaved}
    />,
  )
  const type = async (name: string, text: string) => {
    await userEvent.clear(screen.getByRole('textbox', { name }))
    if (text) await userEvent.type(screen.getByRole('textbox', { name }), text)
  }
  const finish = () => userEvent.click(screen.getByRole('button', { name: 'Finish' }))
  return { calls, onSaved, type, finish }
}

it('the items form saves changed lines, and removes an emptied one', async () => {
  const { calls, onSaved, type, finish } = await showLines(() => ({ body: {} }))
  expect(screen.getByText('Anything to say about them?').closest('details')).toHaveAttribute('open')
  await type('Item 1', '')
  await type('Item 3', '3 m, needs two people')
  await finish()
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  expect(calls.filter(({ name }) => name === LINE)).toEqual([
    { name: LINE, body: { item_id: 1, line: '' } },
    { name: LINE, body: { item_id: 3, line: '3 m, needs two people' } },
  ])
})

it('the items form shows a too long line at its sticker, and sends nothing', async () => {
  const { calls, type, finish } = await showLines(() => ({ body: {} }))
  await type('Item 3', 'x'.repeat(81))
  expect(screen.getByText('81 of 80 characters')).toBeVisible()
  await finish()
  const field = screen.getByRole('textbox', { name: 'Item 3' })
  expect(field).toHaveAccessibleDescription('A line may have at most 80 characters.')
  expect(field).toHaveFocus()
  expect(calls).toEqual([])
})

it('the items form shows a refused line at its sticker until it is edited', async () => {
  const { onSaved, type, finish } = await showLines((body) =>
    JSON.stringify(body).includes('079')
      ? {
          status: 422,
          body: {
            code: 'validation',
            message: '',
            errors: { line: ['errors.validation.linePhone'] },
          },
        }
      : { body: {} },
  )
  await type('Item 3', 'Call 079 123 45 67')
  await finish()
  const field = screen.getByRole('textbox', { name: 'Item 3' })
  await waitFor(() => expect(field).toHaveAccessibleDescription(/^Please no phone number/))
  expect(field).toHaveFocus()
  expect(onSaved).not.toHaveBeenCalled()
  await type('Item 3', '3 m')
  expect(field).not.toHaveAccessibleDescription()
  await finish()
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
})

it('the items draft restores lines of the chosen stickers only', () => {
  const draft = { selected: [3, 1], lines: { 1: '3 m', 2: 'Not chosen', 3: ' ' } }
  expect(ownItemsDraft.parse(draft)).toEqual({ selected: [1, 3], lines: { 1: '3 m' } })
})

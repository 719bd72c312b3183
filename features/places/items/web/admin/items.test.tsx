import { fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { Toasts } from '#platform/web/ui/feedback/toasts.tsx'
import type { AdminItem } from '../../contract.admin.ts'
import { AdminItemPage } from './item-page.tsx'
import { AdminItemsScreen } from './items-screen.tsx'

beforeEach(() => {
  sessionStorage.clear()
  // The page title requests the name of the community.
  vi.stubGlobal('fetch', answeringFetch({}).fetch)
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const TORCH: AdminItem = {
  id: 7,
  version: 1,
  name: 'Torch',
  name_de: 'Lampe',
  name_en: 'Torch',
  name_fr: 'Torche',
  name_it: 'Torcia',
  image_path: 'letter-tools-l.svg',
  category: 'tools',
  synonyms: [],
  active: true,
  sticker: true,
  created_at: '2026-01-01T10:00:00.000Z',
  updated_at: '2026-01-01T10:00:00.000Z',
  letterboxes: 0,
  requests: 0,
  uploaded: false,
  catalogue_image: null,
  merged_into: null,
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })

function fillIn() {
  for (const language of ['German', 'English', 'French', 'Italian']) type(language, 'Torch')
}

it('the form shows the initial on the colour of the category while a name is typed', async () => {
  await renderInApp(<AdminItemPage item={null} />, adminPaths.screen('items'))
  type('German', 'Zange')
  fireEvent.change(screen.getByRole('combobox', { name: 'Category' }), {
    target: { value: 'tools' },
  })
  for (const picture of screen.getAllByRole('img', { name: 'What the sticker looks like' }))
    expect(picture).toHaveAttribute('src', '/img/stickers/letter-tools-z.svg')
})

it('the form sends synonyms one by one and says which name is taken', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /admin/items/create': () => ({
      status: 422,
      body: { code: 'validation', message: '', errors: { name_fr: ['nameTaken'] } },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<AdminItemPage item={null} />)
  fillIn()
  fireEvent.change(screen.getByRole('textbox', { name: /Other words/ }), {
    target: { value: ' lamp \n\nflashlight' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add a sticker' }))
  expect(await screen.findByText('Another sticker has this name already.')).toBeVisible()
  expect(calls.find(({ name }) => name.startsWith('POST'))?.body).toMatchObject({
    name_it: 'Torch',
    synonyms: ['lamp', 'flashlight'],
  })
  expect(screen.getByRole('textbox', { name: 'French' })).toHaveFocus()
})

it('the stickers of the map are fetched again past the browser cache once one is retired', async () => {
  const { fetch } = answeringFetch({
    'POST /admin/items/deactivate': () => ({ body: { ...TORCH, version: 2, active: false } }),
    'GET /items': () => ({ body: [] }),
  })
  const asked = vi.fn(fetch)
  vi.stubGlobal('fetch', asked)
  await renderInApp(<AdminItemPage item={TORCH} />)
  fireEvent.click(screen.getByRole('button', { name: 'Offer no more' }))
  await vi.waitFor(() =>
    expect(asked).toHaveBeenCalledWith(
      expect.stringMatching(/\/items$/),
      expect.objectContaining({ method: 'GET', cache: 'reload' }),
    ),
  )
})

/** Another administrator renames the sticker while it is open here. */
async function openOvertaken() {
  let storedItem = TORCH
  const { fetch, calls } = answeringFetch({
    'GET /admin/items/byId': () => ({ body: storedItem }),
    'POST /admin/items/update': (body) => {
      const { version } = body as { version: number }
      if (version === storedItem.version) return { body: { ...storedItem, version: version + 1 } }
      return { status: 409, body: { code: 'changed_meanwhile', message: '', current: storedItem } }
    },
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('token')
  await renderInApp(
    <Routes>
      <Route path="/admin/items/:id?" element={<AdminItemsScreen />} />
    </Routes>,
    adminPaths.screen('items', 7),
  )
  const german = await screen.findByRole('textbox', { name: 'German' })
  storedItem = { ...TORCH, version: 2, name_de: 'Handlampe' }
  return { calls, german }
}

it('a conflict is reported, shows the saved item and offers to restore the typed changes', async () => {
  const { calls, german } = await openOvertaken()
  fireEvent.change(german, { target: { value: 'Taschenlampe' } })
  type('Other words for it, in all languages, one a line (optional)', 'Licht')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(/Somebody else has changed this sticker/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'German' })).toHaveValue('Handlampe')

  fireEvent.click(screen.getByRole('button', { name: 'Continue with your changes' }))
  expect(screen.getByRole('textbox', { name: 'German' })).toHaveValue('Taschenlampe')
  expect(screen.getByRole('textbox', { name: /Other words/ })).toHaveValue('Licht')

  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(calls.filter(({ name }) => name.endsWith('/update'))).toMatchObject([
      { body: { name_de: 'Taschenlampe', version: 1 } },
      { body: { name_de: 'Taschenlampe', version: 2 } },
    ]),
  )
})

it('unsaved changes are kept until they are saved', async () => {
  const first = await renderInApp(<AdminItemPage item={TORCH} />)
  type('German', 'Stirnlampe')
  first.unmount()
  await renderInApp(<AdminItemPage item={TORCH} />)
  expect(screen.getByRole('textbox', { name: 'German' })).toHaveValue('Lampe')
  fireEvent.click(screen.getByRole('button', { name: 'Continue with your changes' }))
  expect(screen.getByRole('textbox', { name: 'German' })).toHaveValue('Stirnlampe')
})

it.each([
  ['up', 200, 'Torch is one place higher now.'],
  ['down', 200, 'Torch is one place lower now.'],
  ['up', 409, 'Torch is already the first of its category.'],
  ['down', 409, 'Torch is already the last of its category.'],
])('the list says what a move %s led to (%i)', async (to, status, words) => {
  const page = { rows: [TORCH], total: 1, counts: {} }
  const { fetch, calls } = answeringFetch({
    'GET /admin/items': () => ({ body: page }),
    'POST /admin/items/move': () => ({
      status,
      body: status === 200 ? TORCH : { code: 'conflict', message: '' },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('staff')
  await renderInApp(
    <>
      <AdminItemsScreen />
      <Toasts />
    </>,
    adminPaths.screen('items'),
  )
  fireEvent.click(await screen.findByRole('button', { name: `Move Torch ${to}` }))
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(calls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
    id: TORCH.id,
    version: TORCH.version,
    to,
  })
})

it('after a merge the other sticker is shown, with a message', async () => {
  const LAMP: AdminItem = { ...TORCH, id: 8, name: 'Lamp', name_en: 'Lamp', version: 4 }
  const stored = new Map([TORCH, LAMP].map((item) => [item.id, item]))
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ tasks: ['administration'] }) }),
    'GET /admin/items': () => ({ body: { rows: [TORCH, LAMP], total: 2, counts: {} } }),
    'GET /admin/items/mergePreview': () => ({
      body: { letterboxes: 1, both: 0, requests: 0, running: 0, wishes: 0 },
    }),
    'GET /items': () => ({ body: [] }),
    'POST /admin/items/merge': () => {
      stored.set(TORCH.id, { ...TORCH, version: 2, merged_into: LAMP.id })
      return { body: LAMP }
    },
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const isMerged = stored.get(TORCH.id)?.merged_into === LAMP.id
    // The list is loaded again, and slower than the sticker, whose dialog is gone by then.
    if (isMerged && /\/admin\/items\?/.test(url)) return new Promise(() => {})
    const id = /byId\?id=(\d+)/.exec(url)?.[1]
    return id ? Response.json(stored.get(Number(id))) : fetch(url, init)
  })
  writeToken('staff')
  await renderInApp(
    <>
      <Routes>
        <Route path="/admin/items/:id" element={<AdminItemsScreen />} />
      </Routes>
      <Toasts />
    </>,
    adminPaths.screen('items', TORCH.id),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Merge …' }))
  const into = await screen.findByRole('combobox', { name: 'Merge with' })
  await screen.findByRole('option', { name: 'Lamp' })
  fireEvent.change(into, { target: { value: `${LAMP.id}` } })
  await screen.findByText('1 letterbox will have “Lamp”')
  fireEvent.click(screen.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText('“Torch” belongs to “Lamp” now.')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 1, name: 'Lamp' })).toBeVisible()
})

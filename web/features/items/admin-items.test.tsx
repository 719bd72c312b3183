import { adminPaths } from '@letterlend/contract/admin-paths.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { AdminItemForm } from './admin-item-form.tsx'

beforeEach(() => vi.unstubAllGlobals())

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })

function fillIn() {
  for (const language of ['German', 'English', 'French', 'Italian']) type(language, 'Torch')
}

it('shows the initial on the colour of the category while a name is typed', async () => {
  await renderInApp(<AdminItemForm item={null} onOutdated={() => {}} />, adminPaths.screen('items'))
  type('German', 'Zange')
  fireEvent.change(screen.getByRole('combobox', { name: 'Category' }), {
    target: { value: 'tools' },
  })
  for (const picture of screen.getAllByRole('img', { name: 'What the sticker looks like' }))
    expect(picture).toHaveAttribute('src', '/img/stickers/letter-tools-z.svg')
})

it('sends other words one by one, and says which name is taken', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /admin/items/create': () => ({
      status: 422,
      body: { code: 'validation', message: '', errors: { name_fr: ['nameTaken'] } },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<AdminItemForm item={null} onOutdated={() => {}} />)
  fillIn()
  fireEvent.change(screen.getByRole('textbox', { name: /Other words/ }), {
    target: { value: ' lamp \n\nflashlight' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add a sticker' }))
  expect(await screen.findByText('Another sticker has this name already.')).toBeVisible()
  expect(calls[0]?.body).toMatchObject({ name_it: 'Torch', synonyms: ['lamp', 'flashlight'] })
  expect(screen.getByRole('textbox', { name: 'French' })).toHaveFocus()
})

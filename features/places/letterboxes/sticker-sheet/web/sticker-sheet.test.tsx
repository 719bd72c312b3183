import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { catchSavedFiles } from '#platform/web/testing/saved-files.ts'
import { SheetForm } from './sheet-form.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ITEMS: OwnLetterbox['items'] = [
  { id: 4, image_path: 'ladder.svg', available: true, lent_until: null, copies: 1 },
  { id: 5, image_path: 'drill.svg', available: true, lent_until: null, copies: 1 },
]
const NAMES = [
  { id: 4, name_en: 'Ladder' },
  { id: 5, name_en: 'Drill' },
]

async function show() {
  const { fetch } = answeringFetch({
    'GET /items': () => ({ body: NAMES }),
    'GET /letterboxes/stickerSheet': () => ({ body: {} }),
  })
  const fetchSpy = vi.fn(fetch)
  vi.stubGlobal('fetch', fetchSpy)
  catchSavedFiles()
  await renderInApp(<SheetForm items={ITEMS} />)
  await screen.findByRole('checkbox', { name: 'Ladder' })
  return () =>
    fetchSpy.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('stickerSheet'))
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('the form requests the selected stickers with the selected number of copies', async () => {
  const sheets = await show()
  expect(screen.getByRole('status')).toHaveTextContent('3 stickers, 45 × 45 mm each, on one sheet')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ladder' }))
  await userEvent.click(screen.getByRole('radio', { name: '3' }))
  expect(screen.getByRole('status')).toHaveTextContent('4 stickers')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add the QR code of my letterbox' }))
  expect(screen.getByRole('status')).toHaveTextContent('3 stickers')
  await press('Download the PDF')
  await waitFor(() =>
    expect(sheets()).toEqual([
      '/api/v1/letterboxes/stickerSheet?item_ids=5&copies=3&code=false&lang=en',
    ]),
  )
})

it('the form explains what to do if no sticker is selected, and requests nothing', async () => {
  const sheets = await show()
  await press('None')
  expect(screen.getByRole('status')).toHaveTextContent('Choose at least one sticker')
  expect(screen.getByRole('button', { name: 'Download the PDF' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(sheets()).toEqual([])
  await press('All')
  expect(screen.getByRole('button', { name: 'Download the PDF' })).not.toHaveAttribute(
    'aria-disabled',
  )
})

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { OnYourSitePage } from './on-your-site-page.tsx'

const LADDER = { id: 7, category: 'tools', name_de: 'Leiter', name_en: 'Ladder', image_path: '' }

beforeEach(() => {
  const api = answeringFetch({ 'GET /items': () => ({ body: [LADDER] }) })
  vi.stubGlobal('fetch', api.fetch)
})
afterEach(() => vi.unstubAllGlobals())

const code = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code for your page' }).value
const preview = () => screen.getByTitle<HTMLIFrameElement>('This is how it looks')

/** Lets the frame load a page whose map moves then; the DOM of tests loads none itself. */
function move(view: object) {
  const inside = new EventTarget()
  Object.defineProperty(preview(), 'contentWindow', { value: inside, configurable: true })
  act(() => {
    preview().dispatchEvent(new Event('load'))
    inside.dispatchEvent(new CustomEvent('embeddedmapmoved', { detail: view }))
  })
}

it('the code and the preview show what was chosen', async () => {
  await renderInApp(<OnYourSitePage />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Français')
  await user.click(screen.getByRole('button', { name: 'Choose stickers' }))
  await user.click(await screen.findByRole('button', { name: /Ladder/ }))
  await user.click(screen.getByRole('checkbox', { name: 'Visitors cannot change the stickers' }))
  const query = 'sticker=7&locked=1&scheme=dark&lang=fr'
  expect(code()).toContain(`/embed?${query.replaceAll('&', '&amp;')}"`)
  expect(preview()).toHaveAttribute('src', `/embed?${query}`)
})

it('the code follows the map of the preview', async () => {
  await renderInApp(<OnYourSitePage />)
  expect(code()).not.toContain('lat=')
  move({ latitude: 47.14, longitude: 9.52, zoom: 15 })
  expect(code()).toContain('lat=47.14&amp;lng=9.52&amp;z=15')
  // The preview is not loaded again by its own movement.
  expect(preview()).toHaveAttribute('src', '/embed')
})

it('a height that makes no sense is explained, and the code keeps the usual one', async () => {
  await renderInApp(<OnYourSitePage />)
  const user = userEvent.setup()
  const height = screen.getByRole('textbox', { name: 'Height in pixels' })
  await user.clear(height)
  await user.type(height, '700')
  expect(code()).toContain('height="700"')
  await user.type(height, '00')
  expect(screen.getByText('A whole number from 240 to 2,000, please.')).toBeVisible()
  expect(code()).toContain('height="480"')
})

it('the code is selected for copying by hand if the page may not use the clipboard', async () => {
  await renderInApp(<OnYourSitePage />)
  const user = userEvent.setup()
  // As on a page without https.
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }))
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code for your page' })
  expect(field).toHaveFocus()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, code().length])
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Banner as BannerTexts } from '#platform/shared/settings/banner.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { Banner } from './banner.tsx'

const HOSTILE = '<img src=x onerror=alert(1)>'

const stub = (answers: Parameters<typeof answeringFetch>[0]) => {
  const api = answeringFetch(answers)
  vi.stubGlobal('fetch', api.fetch)
  return api
}
const configOf = (banner: BannerTexts | null) => ({ 'GET /config': () => ({ body: { banner } }) })
const region = () => screen.queryByRole('region', { name: 'Notice' })

beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  ),
)
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

describe('Banner', () => {
  it('shows a text as it was typed until it is dismissed, and shows a new text again', async () => {
    stub(configOf({ de: 'Achtung', en: HOSTILE, fr: '' }))
    const first = await renderInApp(<Banner />)
    expect(await screen.findByText(HOSTILE)).toBeVisible()
    expect(document.querySelector('img')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
    expect(region()).toBeNull()
    first.unmount()
    const again = await renderInApp(<Banner />)
    await vi.waitFor(() => expect(region()).toBeNull())
    again.unmount()
    stub(configOf({ de: '', en: 'Something new', fr: '' }))
    await renderInApp(<Banner />)
    expect(await screen.findByText('Something new')).toBeVisible()
  })

  it('renders Markdown like announcements, and no HTML', async () => {
    stub(configOf({ de: '', en: `**Closed** on [Monday](/about) ${HOSTILE}`, fr: '' }))
    await renderInApp(<Banner />)
    expect((await screen.findByText('Closed')).localName).toBe('strong')
    expect(screen.getByRole('link', { name: 'Monday' })).toHaveAttribute('href', '/about')
    expect(document.querySelector('img')).toBeNull()
  })

  it('falls back to another language if its own is empty, and marks that language', async () => {
    stub(configOf({ de: '', en: '', fr: 'Attention' }))
    await renderInApp(<Banner />)
    expect((await screen.findByText('Attention')).closest('[lang]')).toHaveAttribute('lang', 'fr')
  })
})

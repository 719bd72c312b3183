import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { AdminPage } from './admin-page.tsx'

afterEach(() => vi.unstubAllGlobals())

it('a page links back to its list before its title', async () => {
  vi.stubGlobal('fetch', answeringFetch({}).fetch)
  await renderInApp(
    <AdminPage title="23 Mill Lane" up={{ to: '/admin/letterboxes', text: 'All letterboxes' }}>
      {null}
    </AdminPage>,
  )
  const back = screen.getByRole('link', { name: 'All letterboxes' })
  expect(back).toHaveAttribute('href', '/admin/letterboxes')
  const title = screen.getByRole('heading', { level: 1, name: '23 Mill Lane' })
  expect(back.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

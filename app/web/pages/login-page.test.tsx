import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LoginPage } from './login-page.tsx'

afterEach(() => vi.unstubAllGlobals())

it('the login says that a link was made by the old site, and that the password still works', async () => {
  vi.stubGlobal('fetch', answeringFetch({}).fetch)
  const { unmount } = await renderInApp(<LoginPage />, '/auth/login')
  expect(screen.queryByText('This link is from our old site')).not.toBeInTheDocument()
  unmount()
  await renderInApp(<LoginPage />, '/auth/login?old_link=1')
  expect(await screen.findByText('This link is from our old site')).toBeVisible()
  expect(screen.getByText(/Your password still works/)).toBeVisible()
})

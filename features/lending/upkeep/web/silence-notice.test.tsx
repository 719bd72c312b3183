import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { SilenceNotice } from './silence-notice.tsx'

afterEach(() => vi.unstubAllGlobals())

it('SilenceNotice brings a gone letterbox back with one press', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /letterboxes/confirmItems': () => ({ body: {} }),
    'GET /users/userinfo': () => ({ body: {} }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<SilenceNotice silent gone />)
  expect(screen.getByText('Your letterbox is off the map')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, I still lend' }))
  await waitFor(() => expect(calls[0]?.name).toBe('POST /letterboxes/confirmItems'))
})

it('SilenceNotice shows what neighbours see, and nothing for other letterboxes', async () => {
  const { unmount } = await renderInApp(<SilenceNotice silent gone={false} />)
  expect(screen.getByText('Your neighbours see that you have not answered lately.')).toBeVisible()
  unmount()
  await renderInApp(<SilenceNotice silent={false} gone={false} />)
  expect(screen.queryByRole('button')).toBeNull()
})

import type { Privacy } from '@letterlend/contract/privacy.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { PrivacyForm } from './privacy-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const privacy: Privacy = {
  show_on_map: true,
  show_name: false,
  show_email: false,
  enable_messaging: false,
  enable_notifications: false,
}

it('shows the three switches of the map first, then the other two', async () => {
  await renderInApp(<PrivacyForm privacy={privacy} />)
  expect(screen.getAllByRole('switch').map((input) => input.getAttribute('aria-label'))).toEqual([
    'Show my letterbox on the map',
    'Show my name',
    'Allow messages',
    'Show my e-mail address',
    'Notify me by e-mail',
  ])
})

it('disables name and messaging while the letterbox is not on the map', async () => {
  await renderInApp(<PrivacyForm privacy={{ ...privacy, show_on_map: false }} />)
  const disabled = screen.getAllByRole('switch').filter((input) => input.matches(':disabled'))
  expect(disabled.map((input) => input.getAttribute('aria-label'))).toEqual([
    'Show my name',
    'Allow messages',
  ])
})

it('sends only the switch that was pressed', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /privacy/update': () => ({ body: { ...privacy, enable_messaging: true } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<PrivacyForm privacy={privacy} />)
  await userEvent.click(screen.getByRole('switch', { name: 'Allow messages' }))
  await waitFor(() => expect(calls[0]).toBeDefined())
  expect(calls[0]).toEqual({ name: 'POST /privacy/update', body: { enable_messaging: true } })
})

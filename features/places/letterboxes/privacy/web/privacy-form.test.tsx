import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import { Mantine } from '#platform/web/ui/mantine.tsx'
import type { Privacy } from '../contract.ts'
import { PrivacyForm } from './privacy-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const Switches = ({ privacy }: { privacy: Privacy }) => (
  <Mantine>
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PrivacyForm privacy={privacy} />
      </MemoryRouter>
    </QueryClientProvider>
  </Mantine>
)

const privacy: Privacy = {
  show_on_map: true,
  show_name: false,
  show_email: false,
  enable_messaging: false,
  enable_notifications: false,
  takes_requests: true,
}

it('the form shows the switches of the letterbox first, then the other two', async () => {
  await renderInApp(<PrivacyForm privacy={privacy} />)
  expect(screen.getAllByRole('switch').map((input) => input.getAttribute('aria-label'))).toEqual([
    'Show my letterbox on the map',
    'Show my name',
    'Allow messages',
    'Take requests',
    'Show my e-mail address',
    'Notify me by e-mail',
  ])
})

it('the form disables name and messaging while the letterbox is not on the map', async () => {
  await renderInApp(<PrivacyForm privacy={{ ...privacy, show_on_map: false }} />)
  const disabled = screen
    .getAllByRole('switch')
    .filter((input) => input.matches('[aria-disabled=true]'))
  expect(disabled.map((input) => input.getAttribute('aria-label'))).toEqual([
    'Show my name',
    'Allow messages',
    'Take requests',
  ])
})

it('the form sends only the switch that was pressed', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /privacy/update': () => ({ body: { ...privacy, enable_messaging: true } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<PrivacyForm privacy={privacy} />)
  await userEvent.click(screen.getByRole('switch', { name: 'Allow messages' }))
  await waitFor(() => expect(calls[0]).toBeDefined())
  expect(calls[0]).toEqual({ name: 'POST /privacy/update', body: { enable_messaging: true } })
})

it('switching messages on offers both kinds of mail, ticked and saved with one press', async () => {
  const on = { ...privacy, enable_messaging: true }
  const { fetch, calls } = answeringFetch({ 'POST /privacy/update': () => ({ body: on }) })
  vi.stubGlobal('fetch', fetch)
  await startEnglish()
  const { rerender } = render(<Switches privacy={privacy} />)
  await userEvent.click(screen.getByRole('switch', { name: 'Allow messages' }))
  await waitFor(() => expect(calls).not.toEqual([]))
  rerender(<Switches privacy={on} />)
  const card = await screen.findByRole('form', { name: 'Shall we tell you by e-mail?' })
  expect(within(card).getByRole('checkbox', { name: 'Neighbours may ask me' })).toBeChecked()
  expect(within(card).getByRole('checkbox', { name: 'Tell me by e-mail' })).toBeChecked()
  await userEvent.click(within(card).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.filter(({ name }) => name === 'POST /privacy/update').at(-1)?.body).toEqual({
      enable_messaging: true,
      enable_notifications: true,
    }),
  )
  rerender(<Switches privacy={{ ...on, enable_notifications: true }} />)
  expect(screen.queryByRole('form')).toBeNull()
})

it('switching requests off changes no other switch', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /privacy/update': () => ({
      body: { ...privacy, enable_messaging: true, takes_requests: false },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<PrivacyForm privacy={{ ...privacy, enable_messaging: true }} />)
  await userEvent.click(screen.getByRole('switch', { name: 'Take requests' }))
  await waitFor(() =>
    expect(calls[0]).toEqual({ name: 'POST /privacy/update', body: { takes_requests: false } }),
  )
})

it('requests cannot be switched on while messages are off', async () => {
  await renderInApp(<PrivacyForm privacy={privacy} />)
  expect(screen.getByRole('switch', { name: 'Take requests' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(screen.getByText('Only possible while messages are allowed.')).toBeVisible()
})

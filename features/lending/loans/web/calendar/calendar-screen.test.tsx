import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { CalendarScreen } from './calendar-screen.tsx'

const ADDRESS = 'https://lend.example/calendar/secret.ics'

async function show(connected: string | null) {
  let since = connected
  const api = answeringFetch({
    'GET /transactions/calendarFeed': () => ({ body: { since } }),
    'POST /transactions/makeCalendarFeed': () => {
      since = '2026-11-25T10:00:00.000Z'
      return { status: 201, body: { url: ADDRESS } }
    },
    'POST /transactions/endCalendarFeed': () => {
      since = null
      return { status: 204, body: null }
    },
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(<CalendarScreen />)
  return {
    press: userEvent.setup(),
    posted: () => api.calls.filter(({ name }) => /^POST/.test(name)),
  }
}
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

it('the calendar screen shows the URL once, to open and to copy', async () => {
  const { press } = await show(null)
  await press.click(await screen.findByRole('button', { name: 'Connect a calendar' }))
  const address = await screen.findByLabelText('Your address')
  expect(address).toHaveValue(ADDRESS)
  expect(address).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Open in the calendar' })).toHaveAttribute(
    'href',
    'webcal://lend.example/calendar/secret.ics',
  )
  await press.click(screen.getByRole('button', { name: 'Copy the address' }))
  expect(await navigator.clipboard.readText()).toBe(ADDRESS)
  expect(screen.getByRole('status')).toHaveTextContent('Copied')
})

it('the calendar screen asks before it ends a connection, and shows no URL again', async () => {
  const { press, posted } = await show('2026-11-01T10:00:00.000Z')
  expect(await screen.findByText(/^Connected since/)).toBeVisible()
  expect(screen.queryByLabelText('Your address')).toBeNull()
  await press.click(screen.getByRole('button', { name: 'New address' }))
  expect(await screen.findByText(/The old one ends/)).toBeVisible()
  expect(posted()).toEqual([])
  await press.click(screen.getByRole('button', { name: 'Cancel' }))
  await press.click(screen.getByRole('button', { name: 'End the connection' }))
  const confirm = await screen.findByRole('dialog', { name: 'End the connection?' })
  await press.click(within(confirm).getByRole('button', { name: 'End the connection' }))
  await waitFor(() =>
    expect(posted().map(({ name }) => name)).toEqual(['POST /transactions/endCalendarFeed']),
  )
  expect(await screen.findByRole('button', { name: 'Connect a calendar' })).toBeVisible()
})

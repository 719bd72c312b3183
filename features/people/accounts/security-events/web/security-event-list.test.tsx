import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { SecurityEvent } from '../contract.ts'
import { SecurityEventList } from './security-event-list.tsx'

const event: SecurityEvent = {
  id: '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10',
  at: '2026-02-03T10:00:00.000Z',
  kind: 'login',
  way: 'password',
  by: 'self',
  browser: 'Firefox',
  system: 'Android',
  count: 1,
}
const refused: SecurityEvent = {
  ...event,
  id: '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a11',
  kind: 'login_refused',
  count: 20,
}
const byStaff: SecurityEvent = {
  ...event,
  id: '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a12',
  kind: 'sessions_ended',
  way: null,
  by: 'staff',
  browser: null,
  system: null,
}

it('the list says in plain words what happened, how, where and by whom', async () => {
  const events = { rows: [event, refused, byStaff], total: 3, kept_days: 180 }
  await renderInApp(<SecurityEventList events={events} page={1} onPage={() => undefined} />)
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows[0]).toMatch(/^Logged inwith the password · Firefox on Android/)
  expect(rows[1]).toMatch(/^Login refusedwith the password · 20 times within an hour · Firefox/)
  expect(rows[2]).toMatch(/^Several devices logged outby the team/)
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('the list has buttons for turning pages if there is more than one', async () => {
  const onPage = vi.fn()
  const events = { rows: [event], total: 41, kept_days: 180 }
  await renderInApp(<SecurityEventList events={events} page={3} onPage={onPage} />)
  const pages = within(screen.getByRole('navigation', { name: 'Pages of the list' }))
  expect(pages.getByRole('status')).toHaveTextContent('Page 3 of 3')
  expect(pages.getByRole('button', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(pages.getByRole('button', { name: 'Newer' }))
  expect(onPage).toHaveBeenCalledWith(2)
})

it('an empty list says that nothing happened', async () => {
  const events = { rows: [], total: 0, kept_days: 180 }
  await renderInApp(<SecurityEventList events={events} page={1} onPage={() => undefined} />)
  expect(screen.getByText('Nothing happened in this time.')).toBeVisible()
})

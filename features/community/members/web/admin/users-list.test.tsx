import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { AdminUserRow } from '../../contract.admin.ts'
import { UsersList } from './users-list.tsx'

const ROW: AdminUserRow = {
  id: '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10',
  firstname: 'Ada',
  lastname: 'Muster',
  email: 'ada@example.org',
  email_confirmed: true,
  tasks: [],
  beta_tester: false,
  suspended: false,
  postcode: '8000',
  city: 'Zürich',
  created_at: '2026-02-03T10:00:00.000Z',
  last_seen: '2026-02-03',
}

afterEach(() => vi.unstubAllGlobals())

it('the users list shows the place in its first cell, to tell namesakes apart on phones', async () => {
  const rows = [
    ROW,
    { ...ROW, id: '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a11', postcode: '9477', city: 'Trübbach' },
  ]
  vi.stubGlobal(
    'fetch',
    answeringFetch({ 'GET /admin/users': () => ({ body: { rows, total: 2 } }) }).fetch,
  )
  writeToken('token')
  await renderInApp(<UsersList />, '/admin/users')
  const [first, second] = await screen.findAllByRole('rowheader')
  expect(first).toHaveTextContent('8000 Zürich')
  expect(second).toHaveTextContent('9477 Trübbach')
})

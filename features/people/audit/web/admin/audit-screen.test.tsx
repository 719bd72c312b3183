import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { AuditEntry } from '../../contract.admin.ts'
import { AuditScreen } from './audit-screen.tsx'

const id = '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10'
const ENTRY: AuditEntry = {
  id,
  at: '2026-02-03T10:00:00.000Z',
  actor: 'admin',
  token: null,
  by: { id, name: 'Yara Xu' },
  verb: 'update',
  subject: 'order',
  subject_id: id,
  label: null,
  account: null,
  before: { status: 'pending_payment' },
  after: { status: 'paid' },
}

afterEach(() => vi.unstubAllGlobals())

it('the first cell of an entry, the only one on phones, shows all of it', async () => {
  const list = () => ({ body: { rows: [ENTRY], total: 1 } })
  vi.stubGlobal(
    'fetch',
    answeringFetch({
      'GET /users/userinfo': () => ({ body: { id: 'me' } }),
      'GET /admin/audit': list,
    }).fetch,
  )
  writeToken('token')
  await renderInApp(<AuditScreen />, '/admin/audit')
  const entry = await screen.findByRole('rowheader')
  expect(entry).toHaveTextContent('Yara Xu,')
  expect(within(entry).getByText('paid', { exact: false, selector: 'ins' })).toBeInTheDocument()
  for (const cell of screen.getAllByRole('cell')) expect(cell).toHaveAttribute('data-wide', 'true')
})

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { AuditEntry } from '../../contract.admin.ts'
import { AuditSubjectLink } from './audit-subject-link.tsx'

const id = '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10'
const entry: AuditEntry = {
  id,
  at: '2026-02-03T10:00:00.000Z',
  actor: 'admin',
  token: null,
  by: null,
  verb: 'update',
  subject: 'order',
  subject_id: id,
  label: '100 004 711',
  account: null,
  before: null,
  after: null,
}
const show = (fields: Partial<AuditEntry>) =>
  renderInApp(<AuditSubjectLink entry={{ ...entry, ...fields }} />)
const link = () => screen.queryByRole('link')

describe('the subject of an entry', () => {
  it('is a link to its page with its name', async () => {
    await show({})
    expect(link()?.getAttribute('href')).toBe(`/admin/orders/${id}`)
    expect(link()?.textContent).toMatch(/ 100 004 711$/)
  })

  it('shows an account by its current name', async () => {
    await show({ subject: 'user', label: null, account: { id, name: 'Yara Xu' } })
    expect(link()?.getAttribute('href')).toBe(`/admin/users/${id}`)
    expect(link()?.textContent).toMatch(/ Yara Xu$/)
  })

  it.each([
    ['an account that has gone', { subject: 'user' }],
    ['what was deleted', { verb: 'delete' }],
    ['what has no page', { subject: 'held_message' }],
  ] as const)('is no link for %s and shows the beginning of its id instead', async (_, fields) => {
    const { container } = await show({ ...fields, label: null })
    expect(link()).toBeNull()
    expect(container.textContent).toMatch(/ 0197c7a2$/)
  })

  it('is no link if the entry concerns a whole list', async () => {
    const { container } = await show({ label: null, subject_id: 'all' })
    expect(link()).toBeNull()
    expect(container.textContent).toMatch(/ \(the whole list\)$/)
  })

  it('shows a setting or key in the words of the back office', async () => {
    const { container } = await show({ subject: 'setting', subject_id: 'operator', label: null })
    expect(container.textContent).toMatch(/ Who runs it$/)
  })

  it('shows the id of a setting that this version does not know', async () => {
    const { container } = await show({ subject: 'setting', subject_id: 'sky', label: null })
    expect(container.textContent).toMatch(/ sky$/)
  })
})

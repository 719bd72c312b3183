import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { AuditEntry } from '../../contract.admin.ts'
import { AuditChange } from './audit-change.tsx'

const id = '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10'
const entry: AuditEntry = {
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
  before: null,
  after: null,
}

it('an amount is shown once, with its currency', async () => {
  const before = { amount: 7, currency: 'CHF' }
  await renderInApp(
    <AuditChange entry={{ ...entry, before, after: { amount: 21.5, currency: 'EUR' } }} />,
  )
  const text = screen.getByRole('listitem').textContent?.replace(/\s+/g, ' ')
  expect(text).toBe('Amount before: CHF 7.00 after: EUR 21.50')
})

it.each([
  ['a state', 'status', 'pending_payment', 'paid', 'State before: not paid after: paid'],
  ['a measure', 'measure', null, 'warn', 'Measure before: – after: warning'],
  ['a switch', 'beta_tester', false, true, 'Tries new things before: no after: yes'],
  ['an amount', 'amount', null, 1234.5, /^Amount before: – after: 1.234.50$/],
  ['a list', 'synonyms', [], ['saw', 'jigsaw'], 'Other words before: – after: saw, jigsaw'],
  ['who took it', 'assignee', null, id, 'Taken by before: – after: Yara Xu'],
  ['what is not kept', 'note', '…', '…', 'Note changed, the content is not kept'],
  [
    'a text that looks like a word of ours',
    'title',
    'paid',
    'new',
    'Title before: paid after: new',
  ],
  ['a field without a name', 'colour_of_sky', 1, 2, 'colour_of_sky before: 1 after: 2'],
])('a change shows %s in words', async (_, field, before, after, words) => {
  await renderInApp(
    <AuditChange entry={{ ...entry, before: { [field]: before }, after: { [field]: after } }} />,
  )
  const text = screen.getByRole('listitem').textContent?.replace(/\s+/g, ' ')
  expect(text).toMatch(words)
})

it('a change without a previous value shows only the new one', async () => {
  await renderInApp(<AuditChange entry={{ ...entry, before: null, after: { letters: 40 } }} />)
  expect(screen.getByRole('listitem').textContent?.trim()).toBe('Letters 40')
})

import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showLanguage } from '#platform/web/start/texts.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { LetterBatch } from '../../contract.admin.ts'
import { BatchFacts } from './batch-card.tsx'

const BATCH: LetterBatch = {
  id: '00000000-0000-4000-8000-000000000001',
  label: 'Landstrasse, 9490 Vaduz',
  lang: 'fr',
  created_at: '2026-11-06T12:00:00.000Z',
  expires_at: '2027-05-08T12:00:00.000Z',
  by: null,
  imported: false,
  letters: 12,
  used: 3,
  revoked: 1,
  expired: 0,
}

it('BatchFacts counts used, revoked and expired letters separately', async () => {
  await renderInApp(<BatchFacts batch={BATCH} />)
  expect(screen.getByText('12 letters: 3 used, 1 taken back, 0 expired')).toBeVisible()
  await act(() => showLanguage('fr'))
  expect(screen.getByText('12 lettres : 3 utilisées, 1 retirée, 0 expirée')).toBeVisible()
})

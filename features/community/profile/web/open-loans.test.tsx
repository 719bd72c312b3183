import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OpenLoan } from '#features/lending/loans/contract.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testTransaction } from '#platform/web/testing/transaction.ts'
import { OpenLoans } from './open-loans.tsx'

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

async function show(open: Partial<OpenLoan>[]) {
  const { item } = testTransaction()
  const body = open.map((each, i) => ({ transaction_id: `${i}`, item, return_by: null, ...each }))
  const { fetch } = answeringFetch({ 'GET /transactions/open': () => ({ body }) })
  vi.stubGlobal('fetch', fetch)
  writeToken('token')
  await renderInApp(<OpenLoans />)
}

it('open loans show their state and the other side, and link each conversation', async () => {
  await show([
    { status: 'handed_over', side: 'lender', other: 'Ada' },
    { status: 'accepted', side: 'borrower', other: null },
  ])
  const [out, promised] = await screen.findAllByRole('link')
  expect(out).toHaveTextContent('LadderLent to Ada')
  expect(out).toHaveAttribute('href', expect.stringContaining('transaction_id=0'))
  expect(promised).toHaveTextContent('LadderPromised by somebody')
})

it('open loans are hidden if there are none', async () => {
  await show([])
  expect(screen.queryByRole('heading')).toBeNull()
})

import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OpenLoan } from '#features/lending/loans/contract.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testTransaction } from '#platform/web/testing/transaction.ts'
import { BeforeHoliday } from './before-holiday.tsx'

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

const TOLD = 'Whoever waits for your answer is told that you are away, but not for how long.'

async function show(...statuses: OpenLoan['status'][]) {
  const { item } = testTransaction()
  const body = statuses.map((status, i) => ({
    transaction_id: `${i}`,
    item,
    status,
    side: 'lender',
    other: 'Ada',
    return_by: null,
  }))
  const { fetch, calls } = answeringFetch({ 'GET /transactions/open': () => ({ body }) })
  vi.stubGlobal('fetch', fetch)
  writeToken('token')
  await renderInApp(<BeforeHoliday />)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
}

it('BeforeHoliday shows promises and waiting requests, and that borrowers are notified', async () => {
  await show('accepted', 'requested')
  const [promised, waiting] = await screen.findAllByRole('link')
  expect(promised).toHaveTextContent('LadderPromised to Ada')
  expect(waiting).toHaveTextContent('LadderAda waits for your answer')
  expect(waiting).toHaveAttribute('href', expect.stringContaining('transaction_id=1'))
  expect(screen.getByText(TOLD)).toBeVisible()
})

it('BeforeHoliday does not mention waiting borrowers if there are none', async () => {
  await show('handed_over')
  expect(await screen.findByRole('link')).toHaveTextContent('LadderLent to Ada')
  expect(screen.queryByText(TOLD)).toBeNull()
})

it('BeforeHoliday shows nothing if nothing is open', async () => {
  await show()
  expect(screen.queryByRole('heading')).toBeNull()
})

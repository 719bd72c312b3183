import { expect, it } from 'vitest'
import { type LoanState, stepsOf } from './loan-steps.ts'

const state = (fields: Partial<LoanState>): LoanState => ({
  status: 'requested',
  dates_by: 'borrower',
  days_asked_by: null,
  in_words: null,
  closed: false,
  ...fields,
})
const SAYS = ['sayAgreed', 'sayFetched', 'noteLoan'] as const
const inWords = (fields: Partial<LoanState>, side: 'borrower' | 'lender') =>
  stepsOf(state(fields), side).filter((step) => SAYS.some((each) => each === step))

it.each<[fields: Partial<LoanState>, borrower: string[], lender: string[]]>([
  [{}, ['sayAgreed', 'sayFetched'], ['noteLoan']],
  [{ status: 'expired' }, ['sayAgreed', 'sayFetched'], ['noteLoan']],
  [{ in_words: 'agreed' }, ['sayFetched'], ['noteLoan']],
  [{ in_words: 'fetched' }, [], ['noteLoan']],
  [{ status: 'expired', in_words: 'fetched' }, [], ['noteLoan']],
  [{ closed: true }, [], []],
  ...(['accepted', 'handed_over', 'returned', 'declined', 'withdrawn'] as const).map(
    (status): [Partial<LoanState>, string[], string[]] => [{ status }, [], []],
  ),
])('loan steps in words for %j: the borrower has %j, the lender %j', (fields, borrower, lender) => {
  expect(inWords(fields, 'borrower')).toEqual(borrower)
  expect(inWords(fields, 'lender')).toEqual(lender)
})

it('after "agreed" the lender may answer, and the borrower may not propose other days', () => {
  const said = state({ in_words: 'agreed' })
  expect(stepsOf(said, 'lender')).toEqual(['accept', 'decline', 'propose', 'noteLoan'])
  expect(stepsOf(said, 'borrower')).toEqual(['withdraw', 'sayFetched'])
})

it('a missing in_words from an older server counts as nothing said', () => {
  const { in_words: _, ...before } = state({})
  expect(stepsOf(before as LoanState, 'borrower')).toContain('sayAgreed')
})

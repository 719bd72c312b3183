import { describe, expect, it } from 'vitest'
import { type AskedLetterbox, REFUSAL_CODES, refuseBorrow } from './borrowing.ts'

const open: AskedLetterbox = {
  own: false,
  on_map: true,
  enable_messaging: true,
  takes_requests: true,
  reseller: false,
  lends_item: true,
}
const ada = { id: 'ada', email_confirmed: true, enable_messaging: true, show_on_map: true }

const refuse = (
  letterbox: AskedLetterbox | null,
  borrower: typeof ada | null = ada,
  lender_id = 'ben',
) => refuseBorrow({ borrower, lender_id, letterbox })

describe('refuseBorrow', () => {
  it('returns null for a letterbox that may be asked', () => {
    expect(refuse(open)).toBeNull()
  })

  it.each([
    ['own_letterbox', open, ada, 'ada'],
    ['own_letterbox', { ...open, on_map: false }, ada, 'ada'],
    ['own_letterbox', { ...open, own: true, on_map: false }, ada, 'ben'],
    ['not_found', null, ada, 'ben'],
    ['not_found', { ...open, on_map: false }, ada, 'ben'],
    ['not_borrowable', { ...open, enable_messaging: false }, ada, 'ben'],
    ['not_borrowable', { ...open, takes_requests: false }, ada, 'ben'],
    ['not_borrowable', { ...open, reachable: false }, ada, 'ben'],
    ['not_borrowable', { ...open, reseller: true }, ada, 'ben'],
    ['not_borrowable', { ...open, lends_item: false }, ada, 'ben'],
    ['messaging_disabled', open, { ...ada, enable_messaging: false }, 'ben'],
    ['email_not_confirmed', open, { ...ada, email_confirmed: false }, 'ben'],
    ['unauthorized', open, null, 'ben'],
  ] as const)('returns a refusal with code %s', (code, letterbox, borrower, lender) => {
    const refusal = refuse(letterbox, borrower, lender)
    expect(refusal && REFUSAL_CODES[refusal]).toBe(code)
  })

  it('lets a borrower who is not on the map ask without the messaging switch, once confirmed', () => {
    const borrowsOnly = { ...ada, enable_messaging: false, show_on_map: false }
    expect(refuse(open, borrowsOnly)).toBeNull()
    expect(refuse(open, { ...borrowsOnly, email_confirmed: false })).toBe('unconfirmed')
  })

  it('returns outOfReach for a letterbox whose owner cannot be reached', () => {
    expect(refuse({ ...open, reachable: false })).toBe('outOfReach')
    // As a page shows it.
    expect(refuse({ ...open, enable_messaging: false, reachable: false })).toBe('outOfReach')
  })

  it('treats a hidden letterbox like a missing one, whatever else is wrong', () => {
    const hidden = {
      own: false,
      on_map: false,
      enable_messaging: false,
      takes_requests: true,
      reseller: true,
      lends_item: false,
    }
    const silent = { ...ada, enable_messaging: false }
    expect(refuse(hidden, silent)).toBe(refuse(null, silent))
  })

  it.each([
    ['own', { ...open, own: true, enable_messaging: false }, ada],
    ['reseller', { ...open, reseller: true, enable_messaging: false }, null],
    ['noMessages', { ...open, enable_messaging: false }, null],
    ['otherItem', { ...open, lends_item: false }, null],
    ['loggedOut', open, null],
    ['unconfirmed', open, { ...ada, email_confirmed: false, enable_messaging: false }],
    ['ownMessagingOff', open, { ...ada, enable_messaging: false }],
  ] as const)('returns the first reason of several: %s', (refusal, letterbox, borrower) => {
    expect(refuse(letterbox, borrower)).toBe(refusal)
  })
})

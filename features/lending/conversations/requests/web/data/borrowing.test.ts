import { describe, expect, it } from 'vitest'
import { testUser } from '#platform/web/testing/user.ts'
import { borrowRefusal } from './borrowing.ts'

const letterbox = {
  id: 'there',
  user_id: 'ben',
  role_name: 'normal',
  enable_messaging: true,
  takes_requests: true,
} as const
const user = testUser()
const privacy = { ...user.privacy, enable_messaging: true }
const ada = { ...user, privacy, letterbox: { id: 'here' } as typeof user.letterbox }

describe('borrowRefusal', () => {
  it.each([
    [null, letterbox, ada],
    [null, letterbox, { ...ada, letterbox: null }],
    ['loggedOut', letterbox, null],
    ['own', { ...letterbox, id: 'here' }, ada],
    ['own', { ...letterbox, id: 'here', enable_messaging: false }, ada],
    ['own', { ...letterbox, user_id: ada.id }, ada],
    ['reseller', { ...letterbox, role_name: 'reseller' }, null],
    ['noMessages', { ...letterbox, enable_messaging: false }, ada],
    ['noRequests', { ...letterbox, takes_requests: false }, ada],
    [null, letterbox, { ...ada, privacy: { ...privacy, takes_requests: false } }],
    ['unconfirmed', letterbox, { ...ada, email_confirmed: false }],
    ['ownMessagingOff', letterbox, { ...ada, privacy: { ...privacy, enable_messaging: false } }],
  ] as const)('returns %s', (refusal, letterbox, borrower) => {
    expect(borrowRefusal(letterbox, borrower)).toBe(refusal)
  })
})

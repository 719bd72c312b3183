import { describe, expect, it } from 'vitest'
import { rememberBorrow, takePendingBorrow } from '../../data/pending-borrow.ts'
import { borrowVariant } from './borrow-variant.ts'
import { withPhrase } from './phrases.ts'

const letterbox = { id: 'there', role_name: 'normal', enable_messaging: true } as const
const privacy = {
  show_on_map: true,
  show_name: false,
  show_email: false,
  enable_messaging: true,
  enable_notifications: false,
}
const ada = { email_confirmed: true, privacy, letterbox: { id: 'here' } }

describe('borrowVariant', () => {
  it.each([
    ['form', letterbox, ada],
    ['loggedOut', letterbox, null],
    ['form', letterbox, { ...ada, letterbox: null }],
    ['own', { ...letterbox, id: 'here' }, ada],
    ['own', { ...letterbox, id: 'here', enable_messaging: false }, ada],
    ['notBorrowable', { ...letterbox, role_name: 'reseller' }, null],
    ['notBorrowable', { ...letterbox, enable_messaging: false }, ada],
    ['unconfirmed', letterbox, { ...ada, email_confirmed: false }],
    ['messagingOff', letterbox, { ...ada, privacy: { ...privacy, enable_messaging: false } }],
  ] as const)('%s', (variant, asked, user) => {
    expect(borrowVariant(asked, user)).toBe(variant)
  })
})

describe('withPhrase', () => {
  it('adds a line of its own', () => {
    expect(withPhrase('', 'Hello')).toBe('Hello')
    expect(withPhrase('Hello\n', 'Bye')).toBe('Hello\nBye')
  })
})

describe('the pending request', () => {
  it('is given back once, to its own letterbox only', () => {
    rememberBorrow({ letterboxId: 'a', itemId: 3 })
    expect(takePendingBorrow('b')).toBeNull()
    expect(takePendingBorrow('a')).toEqual({ letterboxId: 'a', itemId: 3 })
    expect(takePendingBorrow('a')).toBeNull()
  })
})

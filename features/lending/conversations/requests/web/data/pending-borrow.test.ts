import { describe, expect, it } from 'vitest'
import { rememberBorrow, takePendingBorrow } from './pending-borrow.ts'

describe('the pending request', () => {
  it('is returned once, and only to its own letterbox', () => {
    rememberBorrow({ letterboxId: 'a', itemId: 3 })
    expect(takePendingBorrow('b')).toBeNull()
    expect(takePendingBorrow('a')).toEqual({ letterboxId: 'a', itemId: 3 })
    expect(takePendingBorrow('a')).toBeNull()
  })
})

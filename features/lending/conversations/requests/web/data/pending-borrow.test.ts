import { describe, expect, it } from 'vitest'
import { rememberBorrow, takePendingBorrow } from './pending-borrow.ts'

describe('the pending request', () => {
  it('is given back once, to its own letterbox only', () => {
    rememberBorrow({ letterboxId: 'a', itemId: 3 })
    expect(takePendingBorrow('b')).toBeNull()
    expect(takePendingBorrow('a')).toEqual({ letterboxId: 'a', itemId: 3 })
    expect(takePendingBorrow('a')).toBeNull()
  })
})

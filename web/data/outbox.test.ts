import { describe, expect, it, vi } from 'vitest'
import { createOutbox } from './outbox.ts'

const message = { transaction_id: 't', from_id: 'ada', author_id: 'ada', text: 'Hello' }

describe('the outbox', () => {
  it('sends an entry once at a time', () => {
    const outbox = createOutbox()
    const id = outbox.add(message, new Date())
    expect(outbox.start(id)).toMatchObject({ request_id: id, text: 'Hello' })
    expect(outbox.start(id)).toBeUndefined()
    outbox.fail(id, new Error('no network'))
    expect(outbox.all()).toMatchObject([{ state: 'failed', error: new Error('no network') }])
    expect(outbox.start(id)).toMatchObject({ request_id: id })
    outbox.remove(id)
    expect(outbox.start(id)).toBeUndefined()
  })

  it('offers after a reload what was on its way, under the same request id', () => {
    const before = createOutbox()
    const id = before.add(message, new Date())
    before.start(id)
    const after = createOutbox()
    expect(after.all()).toMatchObject([{ ...message, request_id: id, state: 'failed' }])
    after.remove(id)
    expect(createOutbox().all()).toEqual([])
  })

  it('tells its listeners', () => {
    const outbox = createOutbox()
    const listener = vi.fn()
    const stop = outbox.subscribe(listener)
    outbox.add(message, new Date())
    stop()
    outbox.add(message, new Date())
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

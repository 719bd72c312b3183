import { describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { clearOutbox } from '#platform/web/data/outbox-keys.ts'
import { createOutbox } from './outbox.ts'

const message = {
  kind: 'message',
  transaction_id: 't',
  from_id: 'ada',
  author_id: 'ada',
  text: 'Hello',
} as const
const day = (number: number) => new Date(Date.now() - number * DAY_MS)
const texts = (outbox: ReturnType<typeof createOutbox>, userId = 'ada') =>
  outbox.all(userId).map((entry) => (entry.kind === 'message' ? entry.text : entry.step))

describe('the outbox', () => {
  it('keeps entries after the tab is closed, in order and with their request ids', () => {
    const before = createOutbox()
    const now = new Date()
    const id = before.add(message, now)
    before.add({ ...message, kind: 'step', step: 'accept', body: { return_by: '2026-12-01' } }, now)
    before.add({ ...message, text: 'Bye' }, now)
    sessionStorage.clear()
    const after = createOutbox()
    expect(texts(after)).toEqual(['Hello', 'accept', 'Bye'])
    expect(after.next('ada')).toMatchObject({ request_id: id, text: 'Hello' })
    after.remove(id)
    expect(texts(createOutbox())).toEqual(['accept', 'Bye'])
  })

  it('shows the entries of an account to no other account', () => {
    const outbox = createOutbox()
    outbox.add(message)
    expect(outbox.all('ben')).toEqual([])
    expect(outbox.next('ben')).toBeUndefined()
    clearOutbox('ben')
    expect(texts(outbox)).toEqual(['Hello'])
    clearOutbox('ada')
    expect(createOutbox().all('ada')).toEqual([])
  })

  it('shows entries from other tabs', () => {
    const [one, other] = [createOutbox(), createOutbox()]
    const listener = vi.fn()
    const stop = other.subscribe(listener)
    const id = one.add(message)
    window.dispatchEvent(new StorageEvent('storage', { key: `letterlend.outbox.ada.${id}` }))
    expect(listener).toHaveBeenCalledTimes(1)
    expect(texts(other)).toEqual(['Hello'])
    one.remove(id)
    expect(other.next('ada')).toBeUndefined()
    stop()
  })

  it('keeps the reason of a refusal, and sends the entry again on request', () => {
    const outbox = createOutbox()
    const id = outbox.add(message)
    outbox.refuse(id, new ApiError(429, 'rate_limited', 'Too many', {}, 90))
    expect(outbox.next('ada')).toBeUndefined()
    const [entry] = createOutbox().all('ada')
    expect(entry).toMatchObject({
      state: 'failed',
      error: { code: 'rate_limited', retryAfter: 90 },
    })
    outbox.retry(id)
    expect(outbox.next('ada')).toMatchObject({ request_id: id, text: 'Hello' })
  })

  it('asks before sending an entry older than a week, and drops one that waited for two months', () => {
    const before = createOutbox()
    const id = before.add(message, day(8))
    before.add({ ...message, author_id: 'ben' }, day(61))
    const outbox = createOutbox()
    expect(outbox.next('ada')).toBeUndefined()
    expect(outbox.all('ada')).toMatchObject([{ state: 'failed' }])
    expect(outbox.all('ben')).toEqual([])
    outbox.retry(id)
    expect(outbox.next('ada')).toMatchObject({ request_id: id })
  })

  it('works until the page is closed if the storage fails', () => {
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const outbox = createOutbox()
    const id = outbox.add(message)
    expect(outbox.next('ada')).toMatchObject({ text: 'Hello' })
    outbox.remove(id)
    expect(outbox.all('ada')).toEqual([])
    blocked.mockRestore()
  })
})

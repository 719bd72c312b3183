import { describe, expect, it } from 'vitest'
import { createEventParser } from './event-parser.ts'

const block = (data: unknown) => `event: x\ndata: ${JSON.stringify(data)}\n\n`

describe('createEventParser', () => {
  it('reads events wherever the stream is split', () => {
    const stream = `retry: 3000\n\n: alive\n\n${block({ type: 'count', count: 2 })}${block({ type: 'resync' })}`
    for (const size of [1, 3, 7, stream.length]) {
      const parse = createEventParser()
      const events = []
      for (let at = 0; at < stream.length; at += size) {
        events.push(...parse(stream.slice(at, at + size)))
      }
      expect(events).toEqual([{ type: 'count', count: 2 }, { type: 'resync' }])
    }
  })

  it('skips events it does not understand', () => {
    const parse = createEventParser()
    expect(
      parse(`data: {broken\n\n${block({ type: 'later' })}${block({ type: 'resync' })}`),
    ).toEqual([{ type: 'resync' }])
  })
})

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { POLL_MS, usePollInterval } from '#platform/web/data/live-status.ts'
import { HEARTBEAT_MS, type LiveEvent } from '../contract.ts'
import { followLiveEvents } from './live-stream.ts'
import { shareLiveEvents } from './shared-stream.ts'

vi.mock('./live-stream.ts', () => ({ followLiveEvents: vi.fn(() => new Promise(() => {})) }))

let events: LiveEvent[]
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  // Without locks each tab reads its own stream.
  vi.stubGlobal('BroadcastChannel', undefined)
  events = []
  stop = shareLiveEvents('token', (event) => events.push(event))
})
afterEach(() => {
  act(() => stop())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const handlers = () => {
  const call = vi.mocked(followLiveEvents).mock.lastCall
  if (!call) throw new Error('No stream was opened')
  return call[1]
}

it('usePollInterval starts polling within 30 s of the last byte and stops when bytes arrive', () => {
  const { result } = renderHook(usePollInterval)
  expect(result.current).toBe(POLL_MS)
  act(() => handlers().onAlive())
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(HEARTBEAT_MS))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(30_000 - HEARTBEAT_MS))
  expect(result.current).toBe(POLL_MS)
  act(() => handlers().onAlive())
  expect(result.current).toBe(false)
})

it('usePollInterval keeps polling after a refusal, which causes a resync', () => {
  const { result } = renderHook(usePollInterval)
  act(() => handlers().onAlive())
  act(() => {
    handlers().onLost()
    handlers().onRefused()
  })
  expect(events).toEqual([{ type: 'resync' }])
  expect(result.current).toBe(POLL_MS)
})

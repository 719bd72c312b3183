import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from '#platform/server/processes/conversation.ts'
import { Siblings } from '#platform/server/processes/siblings.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { Primary, pauseAfter, type StartedProcess } from './primary.ts'

/** One end of a channel; its messages arrive at the other end. */
class End extends EventEmitter {
  other: End | null = null
  send(message: object): void {
    const copy: unknown = JSON.parse(JSON.stringify(message))
    queueMicrotask(() => this.other?.emit('message', copy))
  }
}

/** A worker as the primary sees it, with its own behaviour. */
class FakeProcess extends End implements StartedProcess {
  readonly signals: string[] = []
  readonly siblings: Siblings
  isThere = true
  /** A hanging process ends only by SIGKILL. */
  hangs = false
  readonly process = {
    pid: 4711,
    kill: (signal: NodeJS.Signals) => {
      this.signals.push(signal)
      if (signal === 'SIGKILL') this.end(null, signal)
      else if (!this.hangs) this.end(0, null)
    },
  }

  constructor(readonly number: number) {
    super()
    const own = new End()
    own.other = this
    this.other = own
    this.siblings = new Siblings(number, own as Channel)
  }

  end(code: number | null, signal: string | null): void {
    if (!this.isThere) return
    this.isThere = false
    this.emit('disconnect')
    this.emit('exit', code, signal)
  }
}

let processes: FakeProcess[]
const there = () => processes.filter(({ isThere }) => isThere)
const numbers = () => there().map(({ number }) => number)
const newest = () => {
  const last = processes.at(-1)
  if (!last) throw new Error('Unexpected: nothing was started')
  return last
}
/** Delivers pending messages. */
const settle = () => vi.advanceTimersByTimeAsync(0)
const answer = async (...all: FakeProcess[]) => {
  await Promise.all(all.map(({ siblings }) => siblings.tellStarted()))
  await settle()
}

function createPrimary(count: number): Primary {
  return new Primary(count, {
    logger: pino({ level: 'silent' }),
    fork(number) {
      const fake = new FakeProcess(number)
      processes.push(fake)
      return fake
    },
  })
}

async function createRunning(count: number): Promise<Primary> {
  const primary = createPrimary(count)
  const starting = primary.start()
  await answer(...there())
  expect(await starting).toBeNull()
  await answer(...there().slice(1))
  return primary
}

beforeEach(() => {
  processes = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a start', () => {
  it('begins with one process, followed by all others', async () => {
    const primary = createPrimary(3)
    const starting = primary.start()
    await settle()
    expect(numbers()).toEqual([1])
    await answer(newest())
    expect(await starting).toBeNull()
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('fails if its first process fails, without a replacement', async () => {
    const starting = createPrimary(2).start()
    newest().end(1, null)
    expect(await starting).toBe(1)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(processes).toHaveLength(1)
  })

  it('fails if its first process is killed', async () => {
    const starting = createPrimary(2).start()
    newest().end(null, 'SIGKILL')
    expect(await starting).toBe(1)
  })
})

describe('a process that exits unexpectedly', () => {
  it('is replaced at once after a minute of life, with the free number', async () => {
    await createRunning(2)
    await vi.advanceTimersByTimeAsync(61_000)
    processes[0]?.end(null, 'SIGKILL')
    await settle()
    expect(numbers()).toEqual([2, 1])
  })

  it('is replaced after growing pauses while its replacements exit, too', async () => {
    await createRunning(2)
    await vi.advanceTimersByTimeAsync(61_000)
    processes[0]?.end(1, null)
    await settle()
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = processes.length
      newest().end(1, null)
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(processes).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(processes).toHaveLength(before + 1)
    }
    expect(there()).toHaveLength(2)
  })

  it('at the same time as others is not replaced twice', async () => {
    await createRunning(3)
    for (const each of there()) each.end(1, null)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(numbers()).toEqual([1, 2, 3])
  })
})

it('is replaced later the more processes in a row exited early', () => {
  expect([0, 1, 2, 3, 6, 100].map(pauseAfter)).toEqual([0, 1_000, 2_000, 4_000, 30_000, 30_000])
})

describe('a restart', () => {
  it('starts each new process before it stops an old one, one after the other', async () => {
    const primary = await createRunning(2)
    const restarting = primary.restart()
    const [one, two] = processes
    expect(numbers()).toEqual([1, 2, 3])
    expect([one?.signals, two?.signals]).toEqual([[], []])
    await answer(newest())
    expect(one?.signals).toEqual(['SIGTERM'])
    expect(two?.signals).toEqual([])
    expect(numbers()).toEqual([2, 3, 1])
    await answer(newest())
    await restarting
    expect(two?.signals).toEqual(['SIGTERM'])
    expect(numbers()).toEqual([3, 1])
    await vi.advanceTimersByTimeAsync(120_000)
    expect(processes).toHaveLength(4)
  })

  it('is cancelled if a new process does not start, and keeps the old ones', async () => {
    const primary = await createRunning(2)
    const restarting = primary.restart()
    newest().end(1, null)
    await restarting
    await vi.advanceTimersByTimeAsync(120_000)
    expect(numbers()).toEqual([1, 2])
    expect(there().flatMap(({ signals }) => signals)).toEqual([])
  })

  it('is cancelled if a new process takes minutes', async () => {
    const primary = await createRunning(2)
    const restarting = primary.restart()
    await vi.advanceTimersByTimeAsync(300_000)
    await restarting
    expect(numbers()).toEqual([1, 2])
  })

  it('keeps the number of processes if an old one exits meanwhile', async () => {
    const primary = await createRunning(2)
    const restarting = primary.restart()
    const fresh = newest()
    processes[0]?.end(1, null)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(processes).toHaveLength(4)
    await answer(fresh)
    await answer(newest())
    await restarting
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(there()).toHaveLength(2)
  })

  it('ignores further requests while it is in progress', async () => {
    const primary = await createRunning(2)
    const restarting = primary.restart()
    await primary.restart()
    expect(processes).toHaveLength(3)
    await answer(newest())
    await answer(newest())
    await restarting
    expect(processes).toHaveLength(4)
  })
})

describe('a stop', () => {
  it('signals each process once and starts none again', async () => {
    const primary = await createRunning(2)
    expect(await primary.stop()).toBe(0)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(processes.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM']])
  })

  it('kills a process that hangs and reports it', async () => {
    const primary = await createRunning(2)
    newest().hangs = true
    const stopping = primary.stop()
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await stopping).toBe(1)
    expect(newest().signals).toEqual(['SIGTERM', 'SIGKILL'])
  })

  it('cancels a restart and ends its new process', async () => {
    const primary = await createRunning(2)
    const restarting = primary.restart()
    expect(await primary.stop()).toBe(0)
    await restarting
    await vi.advanceTimersByTimeAsync(300_000)
    expect(there()).toEqual([])
    expect(processes).toHaveLength(3)
  })

  it('cancels a process that was to start after a pause', async () => {
    const primary = await createRunning(2)
    newest().end(1, null)
    await primary.stop()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(processes).toHaveLength(2)
  })
})

describe('shared data of the processes', () => {
  const call = { limit: 'all others', address: '203.0.113.7', windowMs: MINUTE_MS }

  it('include the calls of each visitor, counted by limit', async () => {
    await createRunning(2)
    const [one, two] = processes
    expect((await one?.siblings.count(call))?.current).toBe(1)
    expect((await two?.siblings.count(call))?.current).toBe(2)
    expect((await two?.siblings.count({ ...call, limit: 'GET /' }))?.current).toBe(1)
    expect((await one?.siblings.count({ ...call, address: '203.0.113.8' }))?.current).toBe(1)
    expect((await one?.siblings.count(call))?.current).toBe(3)
  })

  it('include the metrics of each process by number, without processes that do not answer', async () => {
    await createRunning(3)
    const { Counter } = await import('prom-client')
    for (const [i, { siblings }] of processes.slice(0, 2).entries()) {
      const registry = new Registry()
      const answers = { name: 'answers_total', help: 'Answers', registers: [registry] }
      new Counter(answers).inc(i + 5)
      siblings.shareMetrics(registry)
    }
    const third = processes[2]
    if (third) third.other = null
    const asking = processes[1]?.siblings.metricsOfAll()
    await vi.advanceTimersByTimeAsync(4_000)
    const text = await asking
    expect(text?.match(/^answers_total.*$/gm)).toEqual([
      'answers_total{process="1"} 5',
      'answers_total{process="2"} 6',
    ])
    expect(text).toMatch(/^process_start_time_seconds\{process="primary"\} \d+$/m)
  })
})

import { pino } from 'pino'
import { expect, it } from 'vitest'
import { keepFresh } from './keeping.ts'

const FRESH_MS = 1000

/** A promise that the test settles; Node 20 lacks `Promise.withResolvers`. */
function later() {
  let resolve: (value: number) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<number>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

/** A computation that ends when the test says so. */
function slowWork() {
  let now = 0
  const runs: ReturnType<typeof later>[] = []
  const current = keepFresh(
    { clock: () => new Date(now), logger: pino({ level: 'silent' }) },
    FRESH_MS,
    () => {
      const run = later()
      runs.push(run)
      return run.promise
    },
  )
  const advance = (milliseconds: number) => {
    now += milliseconds
  }
  return { current, runs, advance }
}

it('the cache computes the numbers once for concurrent calls', async () => {
  const { current, runs } = slowWork()
  const answers = [current(), current(), current()]
  runs[0]?.resolve(7)
  expect(await Promise.all(answers)).toEqual([7, 7, 7])
  expect(await current()).toBe(7)
  expect(runs).toHaveLength(1)
})

it('the cache returns old numbers while new ones are computed, once', async () => {
  const { current, runs, advance } = slowWork()
  const first = current()
  runs[0]?.resolve(7)
  await first
  advance(FRESH_MS)
  expect(await Promise.all([current(), current()])).toEqual([7, 7])
  expect(runs).toHaveLength(2)
  runs[1]?.resolve(8)
  await runs[1]?.promise
  await expect.poll(current).toBe(8)
  expect(runs).toHaveLength(2)
})

it('the cache keeps old numbers if computing fails, and tries again', async () => {
  const { current, runs, advance } = slowWork()
  const first = current()
  runs[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  const second = current()
  runs[1]?.resolve(7)
  expect(await second).toBe(7)
  advance(FRESH_MS)
  expect(await current()).toBe(7)
  runs[2]?.reject(new Error('away'))
  await expect.poll(async () => [await current(), runs.length]).toEqual([7, 4])
})

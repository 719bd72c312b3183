import { platform } from 'node:os'
import { expect, it } from 'vitest'
import { ownThreadId, threadTime } from './thread-time.ts'

it.runIf(platform() === 'linux')('the thread time counts work and not waiting', () => {
  const threadId = ownThreadId() ?? ''
  const used = () => threadTime(threadId) ?? Number.NaN
  const waitedFrom = used()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  expect(used() - waitedFrom).toBeLessThan(100)
  const workedFrom = process.cpuUsage()
  const from = used()
  while (process.cpuUsage(workedFrom).user < 400_000);
  expect(used() - from).toBeGreaterThan(200)
})

it('a thread that has ended has no thread time', () => {
  expect(threadTime('0')).toBeNull()
})

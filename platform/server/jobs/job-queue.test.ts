import { EventEmitter, once } from 'node:events'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { DAY_MS, HOUR_SECONDS } from '#platform/shared/durations.ts'
import { type JobKind, JobQueue } from './job-queue.ts'
import { SILENT_MS } from './jobs-under-way.ts'

const logger = pino({ level: 'silent' })

let test: TestDatabase
const open: JobQueue[] = []
let queue: string
let count = 0
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())
beforeEach(() => {
  queue = `test-${count++}`
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
})

interface Numbered {
  number: number
}

async function process(kind: Partial<JobKind<Numbered>>): Promise<JobQueue> {
  const jobs = new JobQueue(test.database, logger)
  jobs.define<Numbered>({
    queue,
    failure: 'not done',
    retries: 2,
    pauseSeconds: 5,
    expireSeconds: 60,
    parallel: 5,
    // Longer than any test, so jobs are only found through notifications.
    pollSeconds: 600,
    run: async () => {},
    ...kind,
  })
  await jobs.prepare()
  open.push(jobs)
  return jobs
}

const recurring = { everySeconds: 600, channel: 'test_candidates' }

/** Slow machines need time. */
const PATIENCE = { timeout: 20_000 }

const orm = () => test.database.orm

const stored = () =>
  test.database.query<{ name: string; state: string; data: unknown; output: unknown }>(
    `SELECT name, state::text, data, output FROM pgboss.job WHERE name LIKE $1 ORDER BY name`,
    [`${queue}%`],
  )

const makeDue = () =>
  test.database.query(`UPDATE pgboss.job SET start_after = now() - interval '1 second'
    WHERE name = '${queue}'`)

describe('a job', () => {
  it('exists if and only if its transaction commits, with its data unchanged', async () => {
    const run = vi.fn(async () => {})
    const jobs = await process({ run })
    const data = { number: 1, text: `$1 '$2' "é" \\ \u2028`, list: [1, { $3: null }], none: null }
    const undone = orm().transaction(async (tx) => {
      await jobs.send(tx, queue, { number: 0 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await orm().transaction(async (tx) => {
      await jobs.send(tx, queue, data)
      await tx.transaction((inner) => jobs.send(inner, queue, { number: 2 }))
    })
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledTimes(2)
    expect(run).toHaveBeenCalledWith(data, expect.anything())
    expect(run).toHaveBeenCalledWith({ number: 2 }, expect.anything())
    expect(await stored()).toEqual([])
  })

  it('is sent once per id', async () => {
    const run = vi.fn(async () => {})
    const jobs = await process({ run })
    const id = '0123abcd-0123-4abc-8abc-0123456789ab'
    for (const number of [1, 2]) await jobs.send(orm(), queue, { number }, { id })
    await jobs.drain(queue)
    expect(run.mock.calls).toMatchObject([[{ number: 1 }, { id }]])
  })

  it('can be sent in a batch, with its own time and id', async () => {
    const run = vi.fn(async () => {})
    const jobs = await process({ run })
    const id = '0123abcd-0123-4abc-8abc-0123456789ac'
    await jobs.sendAll(orm(), queue, [
      { data: { number: 1, text: `'$1' "é"` }, id },
      { data: { number: 2 }, inSeconds: 3_600 },
      { data: { number: 3 }, at: new Date('2001-01-01T00:00:00Z') },
    ])
    await jobs.sendAll(orm(), queue, [])
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledTimes(2)
    expect(run).toHaveBeenCalledWith(
      { number: 1, text: `'$1' "é"` },
      expect.objectContaining({ id }),
    )
    expect(run).toHaveBeenCalledWith({ number: 3 }, expect.anything())
    expect(await stored()).toMatchObject([{ data: { number: 2 } }])
    await makeDue()
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledWith({ number: 2 }, expect.anything())
  })

  it('is run at once by one of the processes, even among two hundred', async () => {
    const ran: number[] = []
    const events = new EventEmitter()
    const all = once(events, 'all')
    const kind: Partial<JobKind<Numbered>> = {
      async run({ number }) {
        ran.push(number)
        if (ran.length === 200) events.emit('all')
      },
    }
    const [one, two] = [await process(kind), await process(kind)]
    await one.work()
    await two.work()
    await orm().transaction(async (tx) => {
      for (let number = 0; number < 200; number++) await one.send(tx, queue, { number })
    })
    await all
    await Promise.all([one.stop(), two.stop()])
    expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, number) => number))
    expect(await stored()).toEqual([])
  })

  it('that hangs delays no others, also when they are sent later', async () => {
    const events = new EventEmitter()
    const end = new AbortController()
    const ran: number[] = []
    const jobs = await process({
      parallel: 2,
      async run({ number }) {
        ran.push(number)
        events.emit(String(number))
        if (number === 1) await once(end.signal, 'abort')
      },
    })
    const [first, fifth, sixth] = ['1', '5', '6'].map((number) => once(events, number))
    await jobs.work()
    await jobs.send(orm(), queue, { number: 1 })
    // Two jobs that are taken at once may begin in either order.
    await first
    for (const number of [2, 3, 4, 5]) await jobs.send(orm(), queue, { number })
    await fifth
    await jobs.send(orm(), queue, { number: 6 })
    await sixth
    end.abort()
    await jobs.stop()
    expect(ran.sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(await stored()).toEqual([])
  })

  it('that fails is retried later and does not block others', async () => {
    const run = vi.fn(async ({ number }: Numbered) => {
      if (number === 2) throw new Error('not yet: someone@example.org')
    })
    const jobs = await process({ run })
    for (const number of [1, 2, 3]) await jobs.send(orm(), queue, { number })
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledTimes(3)
    // The failure reason is logged but not stored.
    expect(await stored()).toEqual([
      { name: queue, state: 'retry', data: { number: 2 }, output: null },
    ])
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledTimes(3)
    run.mockResolvedValue(undefined)
    await makeDue()
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledTimes(4)
    expect(await stored()).toEqual([])
  })

  it('is given up after its last retry, once', async () => {
    const giveUp = vi.fn(async () => {})
    const warn = vi.spyOn(logger, 'warn')
    const run = vi.fn(() => Promise.reject(new Error('never')))
    const jobs = await process({ run, giveUp, retries: 1 })
    await jobs.send(orm(), queue, { number: 7 })
    await jobs.drain(queue)
    await makeDue()
    await jobs.drain(queue)
    expect(giveUp).not.toHaveBeenCalled()
    for (let look = 0; look < 2; look++) await jobs.drain(`${queue}-given-up`)
    expect(run).toHaveBeenCalledTimes(2)
    expect(warn.mock.calls.map(([, message]: unknown[]) => message)).toEqual([
      'not done; trying again later',
      'not done; that was the last attempt',
    ])
    expect(giveUp.mock.calls).toMatchObject([[{ number: 7 }, {}]])
    expect((await stored()).map(({ name, state }) => [name, state])).toEqual([
      [queue, 'failed'],
      [`${queue}-given-up`, 'completed'],
    ])
  })

  it('of a killed process is run by another', async () => {
    const events = new EventEmitter()
    const begun = once(events, 'begun')
    const dead = await process({
      expireSeconds: 1,
      run: () => {
        events.emit('begun')
        return new Promise(() => {})
      },
    })
    await dead.send(orm(), queue, { number: 1 })
    void dead.drain(queue)
    await begun
    await test.database.query(
      `UPDATE pgboss.job SET started_on = now() - interval '1 minute' WHERE name = $1`,
      [queue],
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const run = vi.fn(async () => {})
    const alive = await process({ run })
    vi.advanceTimersByTime(120_000)
    await vi.waitFor(async () => expect(await stored()).toMatchObject([{ state: 'retry' }]))
    await makeDue()
    await alive.drain(queue)
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe('a recurring job', () => {
  it('is due at the start and when notified, and is queued once', async () => {
    const ran = vi.fn(async () => {})
    const processes = [
      await process({ run: ran, ...recurring }),
      await process({ run: ran, ...recurring }),
    ]
    for (const jobs of processes) await jobs.work()
    await vi.waitFor(async () => {
      expect(ran).toHaveBeenCalled()
      expect(await stored()).toMatchObject([{ state: 'created' }])
    }, PATIENCE)
    ran.mockClear()
    await orm().execute(sql`SELECT pg_notify(${recurring.channel}, '')`)
    await vi.waitFor(() => expect(ran).toHaveBeenCalled(), PATIENCE)
  })

  it('runs once per turn across all processes, then waits for the next turn', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const ran = vi.fn(async () => {})
    const kind = { run: ran, everySeconds: 600 }
    const [one, two] = [await process(kind), await process(kind)]
    await one.work()
    await two.work()
    const waitsForNextTurn = () =>
      vi.waitFor(async () => {
        expect(ran).toHaveBeenCalled()
        expect(await stored()).toMatchObject([{ state: 'created', data: {} }])
      }, PATIENCE)
    await waitsForNextTurn()
    const [left] = await test.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM start_after - now())::float AS seconds FROM pgboss.job WHERE name = $1`,
      [queue],
    )
    expect(left?.seconds).toBeGreaterThan(590)
    expect(left?.seconds).toBeLessThan(600)
    ran.mockClear()
    await makeDue()
    vi.advanceTimersByTime(600_000)
    await waitsForNextTurn()
    await Promise.all([one.stop(), two.stop()])
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('has its next turn even if it fails', async () => {
    const jobs = await process({ ...recurring, run: () => Promise.reject(new Error('not now')) })
    await jobs.drain(queue)
    expect((await stored()).map(({ state }) => state).sort()).toEqual(['created', 'retry'])
  })

  it('counts as waiting only when its turn has come', async () => {
    const jobs = await process(recurring)
    await jobs.drain(queue)
    expect(await stored()).toHaveLength(1)
    expect(await jobs.count()).toEqual([])
    await makeDue()
    expect(await jobs.count()).toEqual([{ queue, state: 'created', count: 1 }])
  })

  it('runs all of its definitions, one after the other', async () => {
    const did: string[] = []
    const jobs = new JobQueue(test.database, logger)
    for (const name of ['one', 'two']) {
      jobs.define({ queue, everySeconds: 600, run: async () => did.push(name) })
    }
    await jobs.prepare()
    open.push(jobs)
    await jobs.drain(queue)
    expect(did).toEqual(['one', 'two'])
  })

  it('is sent once for repeated notifications within a short time', async () => {
    const ran = vi.fn(async () => {})
    const jobs = await process({ run: ran, ...recurring })
    await jobs.work()
    await vi.waitFor(() => expect(ran).toHaveBeenCalled(), PATIENCE)
    ran.mockClear()
    const send = vi.spyOn(jobs, 'send')
    for (let i = 0; i < 10; i++) {
      await orm().execute(sql`SELECT pg_notify(${recurring.channel}, ${String(i)})`)
    }
    await vi.waitFor(() => expect(ran).toHaveBeenCalled(), PATIENCE)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('is not sent again while another process is about to run it', async () => {
    const jobs = await process(recurring)
    for (let sent = 0; sent < 3; sent++) await jobs.send(orm(), queue, {})
    expect(await stored()).toHaveLength(1)
  })
})

describe('a clock that was a year ahead', () => {
  const YEAR_MS = 365 * DAY_MS
  /** The embedded database uses the process's clock; we cannot change that of a server. */
  async function aYearAhead(work: () => Promise<unknown>): Promise<void> {
    if (test.database.kind === 'embedded') {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR_MS })
      await work().finally(() => vi.useRealTimers())
      return
    }
    await work()
    await test.database.query(
      `UPDATE pgboss.job SET start_after = start_after + interval '1 year', started_on = started_on + interval '1 year',
         created_on = created_on + CASE WHEN started_on IS NULL THEN interval '1 year' ELSE interval '0' END WHERE name = $1`,
      [queue],
    )
  }

  it('does not delay jobs sent at that time: they are due as originally intended', async () => {
    const run = vi.fn(async () => {})
    const jobs = await process({ run })
    await aYearAhead(async () => {
      await jobs.send(orm(), queue, { number: 1 })
      await jobs.send(orm(), queue, { number: 2 }, { inSeconds: 3600 })
    })
    await jobs.drain(queue)
    expect(run).not.toHaveBeenCalled()
    await jobs.mendClock()
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledTimes(1)
    expect(run).toHaveBeenCalledWith({ number: 1 }, expect.anything())
    const [left] = await test.database.query<{ hours: number }>(
      `SELECT extract(epoch FROM start_after - now())::float / 3600 AS hours FROM pgboss.job WHERE name = $1`,
      [queue],
    )
    expect(left?.hours).toBeGreaterThan(0.9)
    expect(left?.hours).toBeLessThan(1.1)
  })

  it('does not delay the retry of jobs that failed at that time', async () => {
    const run = vi.fn(() => Promise.reject(new Error('no mail server')))
    const jobs = await process({ run })
    await jobs.send(orm(), queue, { number: 1 })
    await aYearAhead(() => jobs.drain(queue))
    expect(run).toHaveBeenCalledTimes(1)
    await jobs.mendClock()
    const [left] = await test.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM start_after - now())::float AS seconds FROM pgboss.job WHERE name = $1`,
      [queue],
    )
    expect(left?.seconds).toBeLessThan(60)
  })

  it('does not prevent a recurring job from being sent again', async () => {
    const run = vi.fn(async () => {})
    const jobs = await process({ run, ...recurring })
    await aYearAhead(() => jobs.send(orm(), queue, {}))
    await jobs.drain(queue)
    expect(run).not.toHaveBeenCalled()
    await jobs.mendClock()
    await jobs.drain(queue)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('does not affect jobs that wait for another reason', async () => {
    const jobs = await process({ run: () => Promise.reject(new Error('not yet')) })
    await jobs.send(orm(), queue, { number: 1 }, { inSeconds: 7200 })
    await jobs.send(orm(), queue, { number: 2 })
    await jobs.drain(queue)
    const times = () =>
      test.database.query(
        `SELECT start_after::text, state::text FROM pgboss.job WHERE name = '${queue}' ORDER BY 1`,
      )
    const before = await times()
    await jobs.mendClock()
    expect(await times()).toEqual(before)
  })
})

describe('the end of a process', () => {
  it('aborts a long job, which ends at its next step', async () => {
    const events = new EventEmitter()
    const begun = once(events, 'begun')
    const jobs = await process({
      run: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
          events.emit('begun')
        }),
    })
    await jobs.work()
    await jobs.send(orm(), queue, { number: 1 })
    await begun
    const begin = Date.now()
    await jobs.stop()
    expect(Date.now() - begin).toBeLessThan(1_500)
    expect(await stored()).toEqual([])
  })

  it('does not wait for a job that hangs, which is retried', async () => {
    const events = new EventEmitter()
    const begun = once(events, 'begun')
    const run = () => {
      events.emit('begun')
      return new Promise(() => {})
    }
    const jobs = await process({ run })
    await jobs.work()
    await jobs.send(orm(), queue, { number: 1 })
    await begun
    await jobs.stop()
    expect(await stored()).toMatchObject([{ state: 'retry' }])
  })
})

describe('a job whose process was killed', () => {
  /** A process that takes a job and then dies silently; its work ends with the test. */
  async function killedProcess(kind: Partial<JobKind<Numbered>> = {}, onBegin = () => {}) {
    const begun = new EventEmitter()
    const end = new AbortController()
    const killed = await process({
      ...kind,
      run: async () => {
        onBegin()
        begun.emit('taken')
        await once(end.signal, 'abort')
      },
    })
    await killed.send(orm(), queue, { number: 1 })
    const taken = once(begun, 'taken')
    const working = killed.drain(queue)
    await taken
    return {
      killed,
      async forget() {
        end.abort()
        await working
      },
    }
  }

  it('is run by another process within a minute', async () => {
    const { forget } = await killedProcess({ expireSeconds: 12 * HOUR_SECONDS })
    const run = vi.fn(async () => {})
    const other = await process({ run })
    await other.takeOver(0)
    await other.takeOver(SILENT_MS - 1)
    expect(run).not.toHaveBeenCalled()
    await other.takeOver(SILENT_MS)
    expect(SILENT_MS).toBeLessThan(45_000)
    await vi.waitFor(
      () => expect(run).toHaveBeenCalledWith({ number: 1 }, expect.anything()),
      PATIENCE,
    )
    await forget()
  })

  it('is left to its process as long as that sends heartbeats', async () => {
    const { killed: slow, forget } = await killedProcess()
    const run = vi.fn(async () => {})
    const other = await process({ run })
    await other.takeOver(0)
    await slow.takeOver()
    await other.takeOver(SILENT_MS)
    await other.drain(queue)
    expect(run).not.toHaveBeenCalled()
    await other.takeOver(2 * SILENT_MS)
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), PATIENCE)
    await forget()
  })

  it('is started again if it hangs for longer than its limit', async () => {
    const begun = vi.fn()
    const { killed: slow, forget } = await killedProcess({ expireSeconds: 600 }, begun)
    const start = performance.now()
    await slow.takeOver(start)
    await slow.takeOver(start + 580_000)
    // It sends no more heartbeats.
    await slow.takeOver(start + 601_000)
    expect(begun).toHaveBeenCalledOnce()
    await slow.takeOver(start + 580_000 + SILENT_MS)
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2), PATIENCE)
    await forget()
  })

  it('is given up if it has no retry left', async () => {
    const giveUp = vi.fn(async () => {})
    const { forget } = await killedProcess({ retries: 0, giveUp })
    const other = await process({ retries: 0, giveUp })
    await other.takeOver(0)
    await other.takeOver(SILENT_MS)
    await other.drain(`${queue}-given-up`)
    expect(giveUp).toHaveBeenCalledOnce()
    await forget()
  })
})

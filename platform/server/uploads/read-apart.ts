/// <reference path="./thread-files.d.ts" />
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError } from '../http/errors.ts'
import type { FromThread } from './answer-from-thread.ts'
import { threadTime } from './thread-time.ts'

export interface ReadingLimits {
  /** CPU time of the thread, so that a busy machine does not count against the file. */
  milliseconds: number
  /** Memory that the thread may allocate, without its input. */
  megabytes: number
}

/** How often the time is checked. */
const LOOK_EVERY_MS = 100
/** Wall-clock limit, as a multiple of the CPU time, after which the server gives up. */
const PATIENCE = { factor: 3, atLeastMs: 30_000 }
const RETRY_AFTER_SECONDS = 60

/** Number of files read in parallel, which limits CPU and memory; further ones wait. */
const AT_ONCE = 2

const inTurn = pLimit(AT_ONCE)

/** Processes a part; the thread continues when it is done. */
type OnPart<Part> = (part: Part) => Promise<void>

/**
 * Reads an uploaded file in a thread of its own and terminates it if it takes too much time or memory, so that a
 * malicious file does not block other requests.
 * @param file module that calls `answerFromThread`: `import { file } from './x.thread.ts?thread'`
 * @param input plain data, copied to the thread; the result is copied back
 * @param onPart receives what the thread passes to `handOverPart`, so that a large file is never copied at once; its
 * own time does not count
 * @throws {AppError} `file_takes_too_long`: genuine files take a fraction of the limits; `busy`: the machine was too
 * busy to decide
 */
export function readApart<Input, Result, Part = never>(
  file: string,
  input: Input,
  limits: ReadingLimits,
  onPart: OnPart<Part> = async () => {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    void inTurn(async () => {
      const { answer, gone } = startReading<Part, Result>(file, input, limits, onPart)
      answer.then(resolve, reject)
      // A thread in native code only terminates when that returns.
      await gone
    })
  })
}

/**
 * Measures CPU time of a thread and wall-clock time while it reads. The CPU time counts once the thread has begun, and
 * no longer once it has ended, when its result may still be on its way. If the system reports no thread times, the time
 * of the whole process counts, which is never less.
 */
function watchTime({ milliseconds }: ReadingLimits, fail: (error: AppError) => void) {
  const patience = Math.max(milliseconds * PATIENCE.factor, PATIENCE.atLeastMs)
  let used = () => 0
  let waited = 0
  let since = performance.now()
  const look = () => {
    if (used() > milliseconds) fail(new AppError('file_takes_too_long'))
    else if (waited + performance.now() - since > patience)
      fail(new AppError('busy', { retryAfter: RETRY_AFTER_SECONDS }))
  }
  let looking = setInterval(look, LOOK_EVERY_MS)
  return {
    begin(threadId: string | null) {
      used = threadId === null ? processTime() : () => threadTime(threadId) ?? 0
      look()
    },
    pause() {
      clearInterval(looking)
      waited += performance.now() - since
    },
    goOn() {
      since = performance.now()
      looking = setInterval(look, LOOK_EVERY_MS)
    },
  }
}

/** Measures the CPU time in milliseconds that this process uses from now on. */
function processTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

function startReading<Part, Result>(
  file: string,
  input: unknown,
  limits: ReadingLimits,
  onPart: OnPart<Part>,
) {
  const worker = new Worker(new URL(file), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    execArgv: [],
  })
  const gone = new Promise<void>((done) => worker.once('exit', () => done()))
  const answer = new Promise<Result>((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error)
      void worker.terminate()
    }
    const clock = watchTime(limits, fail)
    const take = async (part: Part) => {
      clock.pause()
      await onPart(part)
      clock.goOn()
      worker.postMessage(null)
    }
    worker.on('message', (message: FromThread<Part, Result>) => {
      if ('threadId' in message) clock.begin(message.threadId)
      else if ('result' in message) resolve(message.result)
      else take(message.part).catch(fail)
    })
    worker.once('error', (error) =>
      reject(isOutOfMemory(error) ? new AppError('file_takes_too_long') : error),
    )
    worker.once('exit', (code) => {
      clock.pause()
      reject(new Error(`The thread that reads a file ended with ${code}`))
    })
  })
  return { answer, gone }
}

const isOutOfMemory = (error: Error & { code?: unknown }) =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/// <reference path="./thread-files.d.ts" />
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError } from '../http/errors.ts'
import type { FromThread } from './answer-from-thread.ts'
import { threadTime } from './thread-time.ts'

/** The limits for reading a file. */
export interface ReadingLimits {
  /** Processor time of the thread, so that a busy machine does not count against the file. */
  milliseconds: number
  /** Memory that the thread may allocate, its input not included. */
  megabytes: number
}

/** How often the time is looked at. */
const LOOK_EVERY_MS = 100
/** The clock on the wall may show several times the processor time of a thread before the server gives up. */
const PATIENCE = { factor: 3, atLeastMs: 30_000 }
const RETRY_AFTER_SECONDS = 60

/** Of all processors, and of all memory, that files may take at once; more of them wait for their turn. */
const AT_ONCE = 2

const inTurn = pLimit(AT_ONCE)

/** Takes what the thread has read so far; the thread goes on when it is done. */
type OnPart<Part> = (part: Part) => Promise<void>

/**
 * Reads a file in a thread of its own, which is ended when it takes too long or too much memory: however the file
 * was made, everybody else is answered meanwhile.
 * @param file address of a module that calls `answerFromThread`: `import { file } from './x.thread.ts?thread'`
 * @param input is copied to the thread, the result is copied back: plain data
 * @param onPart gets what the thread hands over by `handOverPart`, so that a large file is never copied at once; its own
 * time does not count
 * @throws {AppError} `file_takes_too_long`: an honest file of its kind is read within a fraction of its limits; `busy`: the
 * machine gave the thread too little time to tell
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
      // A thread may be held by a library in machine code, which ends when it is done.
      await gone
    })
  })
}

/**
 * Counts the processor time of a thread, and the time on the wall while it reads. Where the system does not tell the
 * time of one thread, that of the whole process is taken, which is never less.
 */
function watchTime({ milliseconds }: ReadingLimits, fail: (error: AppError) => void) {
  const patience = Math.max(milliseconds * PATIENCE.factor, PATIENCE.atLeastMs)
  let threadId: string | null = null
  const processBefore = process.cpuUsage()
  let waited = 0
  let since = performance.now()
  const used = () => {
    const ofThread = threadId === null ? null : threadTime(threadId)
    if (ofThread !== null) return ofThread
    const { user, system } = process.cpuUsage(processBefore)
    return (user + system) / 1000
  }
  const look = () => {
    if (used() > milliseconds) fail(new AppError('file_takes_too_long'))
    else if (waited + performance.now() - since > patience)
      fail(new AppError('busy', { retryAfter: RETRY_AFTER_SECONDS }))
  }
  let looking = setInterval(look, LOOK_EVERY_MS)
  return {
    begin(id: string | null) {
      threadId = id
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

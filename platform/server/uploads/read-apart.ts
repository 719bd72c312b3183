/// <reference path="./thread-files.d.ts" />
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError } from '../http/errors.ts'
import type { FromThread } from './answer-from-thread.ts'

/** The limits for reading a file. */
export interface ReadingLimits {
  milliseconds: number
  /** Memory that the thread may allocate, its input not included. */
  megabytes: number
}

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
 * @throws {AppError} `file_takes_too_long`: an honest file of its kind is read within a fraction of its limits
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
    let left = limits.milliseconds
    let since = Date.now()
    let late: NodeJS.Timeout
    const goOn = () => {
      since = Date.now()
      late = setTimeout(() => fail(new AppError('file_takes_too_long')), left)
    }
    const pause = () => {
      clearTimeout(late)
      left -= Date.now() - since
    }
    const take = async (part: Part) => {
      pause()
      await onPart(part)
      goOn()
      worker.postMessage(null)
    }
    goOn()
    worker.on('message', (message: FromThread<Part, Result>) => {
      if ('result' in message) resolve(message.result)
      else take(message.part).catch(fail)
    })
    worker.once('error', (error) =>
      reject(isOutOfMemory(error) ? new AppError('file_takes_too_long') : error),
    )
    worker.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`The thread that reads a file ended with ${code}`))
    })
  })
  return { answer, gone }
}

const isOutOfMemory = (error: Error & { code?: unknown }) =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'

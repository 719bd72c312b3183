import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { ownThreadId } from './thread-time.ts'

/** Messages of a thread: first its id, then parts of the input it has read, finally its result. */
export type FromThread<Part, Result> =
  | { threadId: string | null }
  | { part: Part }
  | { result: Result }

/** Runs in a thread of `readApart`: reads the input and sends the result. */
export async function answerFromThread<Input, Result>(
  read: (input: Input) => Result | Promise<Result>,
): Promise<void> {
  parentPort?.postMessage({ threadId: ownThreadId() } satisfies FromThread<never, Result>)
  const result = await read(workerData)
  parentPort?.postMessage({ result } satisfies FromThread<never, Result>)
}

/** Runs in a thread of `readApart`: sends a part and waits until it is processed. */
export async function handOverPart<Part>(part: Part): Promise<void> {
  if (!parentPort) return
  const taken = once(parentPort, 'message')
  parentPort.postMessage({ part } satisfies FromThread<Part, never>)
  await taken
}

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { ownThreadId } from './thread-time.ts'

/** What a thread sends: first its id, then parts of what it read, and last its result. */
export type FromThread<Part, Result> =
  | { threadId: string | null }
  | { part: Part }
  | { result: Result }

/** In a thread of `readApart`: reads what it was given, and answers with what came of it. */
export async function answerFromThread<Input, Result>(
  read: (input: Input) => Result | Promise<Result>,
): Promise<void> {
  parentPort?.postMessage({ threadId: ownThreadId() } satisfies FromThread<never, Result>)
  const result = await read(workerData)
  parentPort?.postMessage({ result } satisfies FromThread<never, Result>)
}

/** In a thread of `readApart`: hands over a part of what it has read, and waits until it was taken. */
export async function handOverPart<Part>(part: Part): Promise<void> {
  if (!parentPort) return
  const taken = once(parentPort, 'message')
  parentPort.postMessage({ part } satisfies FromThread<Part, never>)
  await taken
}

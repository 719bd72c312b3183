import { parentPort, workerData } from 'node:worker_threads'

/** In a thread of `readApart`: reads what it was given, and answers with what came of it. */
export async function answerFromThread<Input, Result>(
  read: (input: Input) => Result | Promise<Result>,
): Promise<void> {
  parentPort?.postMessage(await read(workerData))
}

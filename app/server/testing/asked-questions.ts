import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { STATEMENTS, type Statement } from '#platform/server/db/statements.ts'

/** One statement that was sent to the database. */
export type Question = Statement

/** One of the drivers says these itself, the other has the ORM say them. */
const FRAMES_TRANSACTION = /^(begin|commit|rollback)\b/

/**
 * Keeps the statements of each call, but BEGIN, COMMIT and ROLLBACK. The asynchronous context tells the call, so jobs and
 * other calls at the same time do not count.
 */
export class AskedQuestions {
  readonly #ofCall = new AsyncLocalStorage<Question[]>()
  readonly #listen = (message: unknown) => {
    const question = message as Question
    if (!FRAMES_TRANSACTION.test(question.text)) this.#ofCall.getStore()?.push(question)
  }

  constructor() {
    subscribe(STATEMENTS, this.#listen)
  }

  /** Does `work`, and tells what was asked meanwhile for it. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; questions: Question[] }> {
    const questions: Question[] = []
    // What is returned may begin its work only once somebody waits for it, which has to be within.
    const result = await this.#ofCall.run(questions, async () => await work())
    return { result, questions }
  }

  /** What goes on from here asks for a call of its own; the returned function tells what it has asked. */
  begin(): () => Question[] {
    const questions: Question[] = []
    this.#ofCall.enterWith(questions)
    return () => [...questions]
  }

  stop(): void {
    unsubscribe(STATEMENTS, this.#listen)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { STATEMENTS, type Statement } from '#platform/server/db/statements.ts'

/** A statement sent to the database. */
export type Question = Statement

/** One driver sends these itself, the other through the ORM. */
const FRAMES_TRANSACTION = /^(begin|commit|rollback)\b/

/**
 * Records the statements of each call except BEGIN, COMMIT and ROLLBACK. It uses an asynchronous context, so jobs and
 * parallel calls do not count.
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

  /** Runs `work` and returns its statements. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; questions: Question[] }> {
    const questions: Question[] = []
    // Queries start only when they are awaited, which has to happen inside.
    const result = await this.#ofCall.run(questions, async () => await work())
    return { result, questions }
  }

  /** Records the statements from here on; the returned function lists them. */
  begin(): () => Question[] {
    const questions: Question[] = []
    this.#ofCall.enterWith(questions)
    return () => [...questions]
  }

  stop(): void {
    unsubscribe(STATEMENTS, this.#listen)
  }
}

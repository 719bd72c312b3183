import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** One statement that was sent to the database. */
export interface Question {
  text: string
  values: unknown[]
  /** The connection that it was asked on, counted from 1; the embedded database has one. */
  connection: number
  /**
   * 1 for what was asked before any answer was there, 2 for what was asked after the answer to a question of step 1,
   * and so on: the highest step of a call is how often it waited for the database.
   */
  step: number
}

/** A question whose answer may still be on its way. */
interface OpenQuestion extends Question {
  answered: boolean
}

/** A function of a driver, whose `this` is a connection. */
type Method = (this: object, ...parts: unknown[]) => unknown
type Asking = Record<'query' | 'exec', Method>
type Transacting = (work: (inside: Asking) => Promise<unknown>) => Promise<unknown>

/** Both drivers take a text, or an object with one. */
function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text: unknown }).text)
}

function valuesOf(statement: unknown, values: unknown): unknown[] {
  if (Array.isArray(values)) return values
  const own = typeof statement === 'string' ? [] : (statement as { values?: unknown[] }).values
  return own ?? []
}

const withoutState = ({ answered: _, ...question }: OpenQuestion): Question => question

/**
 * Listens to the drivers of both databases in this process, and keeps what each call asks. Whose question it is, is
 * told by its asynchronous context: jobs, and other calls at the same time, do not count.
 */
export class AskedQuestions {
  readonly #ofCall = new AsyncLocalStorage<OpenQuestion[]>()
  readonly #numbers = new WeakMap<object, number>()
  #connections = 0
  readonly #restore: (() => void)[] = []

  constructor() {
    this.#listenToPostgres()
    this.#listenToEmbedded()
  }

  /** Does `work`, and tells what was asked meanwhile for it. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; questions: Question[] }> {
    const questions: OpenQuestion[] = []
    // What is returned may begin its work only once somebody waits for it, which has to be within.
    const result = await this.#ofCall.run(questions, async () => await work())
    return { result, questions: questions.map(withoutState) }
  }

  /** What goes on from here asks for a call of its own; the returned function tells what it has asked. */
  begin(): () => Question[] {
    const questions: OpenQuestion[] = []
    this.#ofCall.enterWith(questions)
    return () => questions.map(withoutState)
  }

  /** Leaves the drivers as they were. */
  stop(): void {
    for (const restore of this.#restore) restore()
  }

  /** The returned function says that the answer is there. */
  #ask(connection: object, statement: unknown, values?: unknown): () => void {
    const questions = this.#ofCall.getStore()
    if (!questions) return () => {}
    const steps = questions.filter(({ answered }) => answered).map(({ step }) => step)
    const question: OpenQuestion = {
      text: textOf(statement),
      values: valuesOf(statement, values),
      connection: this.#numberOf(connection),
      step: Math.max(0, ...steps) + 1,
      answered: false,
    }
    questions.push(question)
    return () => {
      question.answered = true
    }
  }

  #numberOf(connection: object): number {
    const number = this.#numbers.get(connection) ?? ++this.#connections
    this.#numbers.set(connection, number)
    return number
  }

  #replace(prototype: object, name: string, replacement: Method): void {
    const own = Object.getOwnPropertyDescriptor(prototype, name)
    Object.defineProperty(prototype, name, {
      value: replacement,
      configurable: true,
      writable: true,
    })
    this.#restore.push(() => {
      if (own) Object.defineProperty(prototype, name, own)
      else Reflect.deleteProperty(prototype, name)
    })
  }

  #listenToPostgres(): void {
    const ask = this.#ask.bind(this)
    const query: Method = pg.Client.prototype.query
    this.#replace(pg.Client.prototype, 'query', function (statement, ...others) {
      const answered = ask(this, statement, others[0])
      const callback = others.at(-1)
      if (typeof callback !== 'function') {
        const answer = query.call(this, statement, ...others)
        if (answer instanceof Promise) answer.then(answered, answered)
        return answer
      }
      const answeredCallback = (...answer: unknown[]) => {
        answered()
        callback(...answer)
      }
      return query.call(this, statement, ...others.slice(0, -1), answeredCallback)
    })
  }

  #listenToEmbedded(): void {
    const ask = this.#ask.bind(this)
    const prototype = PGlite.prototype as unknown as Asking & { transaction: Transacting }
    const asking = (connection: object, method: Method): Method =>
      async function (statement, ...others) {
        const answered = ask(connection, statement, others[0])
        try {
          return await method.call(this, statement, ...others)
        } finally {
          answered()
        }
      }
    for (const name of ['query', 'exec'] as const) {
      const method = prototype[name]
      this.#replace(prototype, name, function (...parts) {
        return asking(this, method).call(this, ...parts)
      })
    }
    const { transaction } = prototype
    this.#replace(prototype, 'transaction', function (work) {
      const begun = ask(this, 'BEGIN')
      return transaction.call(this as never, async (inside) => {
        begun()
        const result = await (work as Parameters<Transacting>[0])(
          Object.assign(Object.create(inside), {
            query: asking(this, inside.query),
            exec: asking(this, inside.exec),
          }),
        )
        ask(this, 'COMMIT')()
        return result
      })
    })
  }
}

/**
 * The channel between a process and the one that started it, as seen from either end: `process` in the process that was
 * started, the `Worker` of node:cluster in the other one.
 */
export interface Channel {
  send?(message: object, done: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** What is answered when the other end asks, by the name of the question. */
export type Answers = Record<string, (data: never) => unknown>

interface Question {
  /** Tells our messages from those that Node and packages send on the same channel. */
  letterlend: 'question'
  id: number
  name: string
  data: unknown
}

interface Reply {
  letterlend: 'answer'
  id: number
  data?: unknown
  /** Why there is no answer. */
  failure?: string
}

interface Pending {
  resolve(data: unknown): void
  reject(error: Error): void
}

function isOurs(message: unknown): message is Question | Reply {
  return typeof message === 'object' && message !== null && 'letterlend' in message
}

/** Questions and their answers over such a channel, in both directions. */
export class Conversation {
  readonly #channel: Channel
  readonly #answers: Answers
  readonly #pending = new Map<number, Pending>()
  #lastId = 0

  constructor(channel: Channel, answers: Answers) {
    this.#channel = channel
    this.#answers = answers
    channel.on('message', (message) => {
      if (!isOurs(message)) return
      if (message.letterlend === 'question') void this.#answer(message)
      else this.#take(message)
    })
    channel.on('disconnect', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The other process ended'))
      this.#pending.clear()
    })
  }

  /** Rejects when the other end has no answer, or has gone. */
  ask(name: string, data: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1
      const id = this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.#send({ letterlend: 'question', id, name, data }, (error) => {
        this.#pending.delete(id)
        reject(error)
      })
    })
  }

  async #answer({ id, name, data }: Question): Promise<void> {
    const reply: Reply = { letterlend: 'answer', id }
    try {
      const answer = this.#answers[name]
      if (!answer) throw new Error(`Unexpected question: ${name}`)
      reply.data = await answer(data as never)
    } catch (error) {
      reply.failure = error instanceof Error ? error.message : String(error)
    }
    // Whoever has gone needs no answer any more.
    this.#send(reply, () => {})
  }

  #take({ id, data, failure }: Reply): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (failure === undefined) pending?.resolve(data)
    else pending?.reject(new Error(failure))
  }

  #send(message: Question | Reply, onFailure: (error: Error) => void): void {
    this.#channel.send?.(message, (error) => {
      if (error) onFailure(error)
    })
  }
}

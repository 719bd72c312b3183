/**
 * The channel between a process and its parent, from either end: `process` in the child, the `Worker` of node:cluster
 * in the parent.
 */
export interface Channel {
  send?(message: object, done: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** Handlers for the other end's questions, by name. */
export type Answers = Record<string, (data: never) => unknown>

interface Question {
  /** Distinguishes our messages from those of Node and packages on the same channel. */
  letterlend: 'question'
  id: number
  name: string
  data: unknown
}

interface Reply {
  letterlend: 'answer'
  id: number
  data?: unknown
  /** Why the question could not be answered. */
  failure?: string
}

interface Pending {
  resolve(data: unknown): void
  reject(error: Error): void
}

function isOurs(message: unknown): message is Question | Reply {
  return typeof message === 'object' && message !== null && 'letterlend' in message
}

/** Questions and answers over such a channel, in both directions. */
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

  /** Rejects if the other end cannot answer or has disconnected. */
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
    // The other end may have disconnected; it needs no answer then.
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

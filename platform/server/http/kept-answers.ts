import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/client.ts'
import { AnswerBytes } from './answer-bytes.ts'
import { ReadyAnswers } from './ready-answers.ts'

/** What triggers of the database announce; the payload is the name of an answer. */
const CHANNEL = 'kept_answer_changed'

/** Answers a call with what is kept. */
type KeptHandler = (call: {
  request: FastifyRequest
  reply: FastifyReply
}) => FastifyReply | Promise<FastifyReply>

/**
 * Answers that are the same for everybody, made once and kept as bytes until the database says that what they
 * are made of has changed. While it cannot be heard nothing is kept.
 */
export class KeptAnswers {
  /** Of those that are kept, the whole answers. */
  readonly ready = new ReadyAnswers()
  readonly #database: Pick<Database, 'listen'>
  /** By name; those that are being made are promises. */
  readonly #kept = new Map<string, AnswerBytes | Promise<AnswerBytes>>()
  #isHearing = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(database: Pick<Database, 'listen'>) {
    this.#database = database
  }

  async start(): Promise<void> {
    this.#isHearing = true
    this.#unlisten = await this.#database.listen({
      channel: CHANNEL,
      onPayload: (name) => this.drop(name),
      onLost: () => this.#hear(false),
      onReconnect: () => this.#hear(true),
    })
  }

  async stop(): Promise<void> {
    this.#hear(false)
    await this.#unlisten?.()
  }

  /**
   * Forgets an answer. Announcements do it as well, a moment after the change is stored; a call that changes it
   * does so before it answers, so that whoever made the change sees it.
   */
  drop(name: string): void {
    this.#kept.delete(name)
    this.ready.forget()
  }

  /**
   * A handler of a call that answers the same to everybody.
   * @param name that its tables' triggers announce
   */
  handler(name: string, cacheControl: string, make: () => Promise<AnswerBytes>): KeptHandler {
    return ({ request, reply }) => {
      const answer = this.#kept.get(name) ?? this.#make(name, make)
      return answer instanceof AnswerBytes
        ? answer.send(request, reply, cacheControl, this.ready)
        : answer.then((bytes) => bytes.send(request, reply, cacheControl))
    }
  }

  #make(name: string, make: () => Promise<AnswerBytes>): Promise<AnswerBytes> {
    const making = make()
    if (!this.#isHearing) return making
    this.#kept.set(name, making)
    /** What was dropped while it was made may be outdated: only those who had asked by then get it. */
    const isWanted = () => this.#kept.get(name) === making
    making.then(
      (bytes) => isWanted() && this.#kept.set(name, bytes),
      () => isWanted() && this.#kept.delete(name),
    )
    return making
  }

  #hear(isHearing: boolean): void {
    this.#isHearing = isHearing
    this.#kept.clear()
    this.ready.forget()
  }
}

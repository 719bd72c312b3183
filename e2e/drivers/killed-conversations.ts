import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '#platform/shared/durations.ts'
import { Api, type Person } from './api.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'

const ITEM = 1
/** Messages per side of a conversation; an account stays below the rate limit per minute. */
const MESSAGES = 14
/** Events of a conversation in which every call was carried out exactly once. */
export const EVENTS = ['requested', 'requested another_day', 'accepted', 'handed_over', 'returned']

interface Conversation {
  borrower: Person
  lender: Person
  id: string
  /** Texts of acknowledged messages, by the id in the response. */
  acknowledged: Map<string, string>
}

interface Shown {
  id: string
  status: string
  events: { status: string; reason: string | null }[]
  messages: { id: string; text: string }[]
}

/** Neighbours who ask, answer and write while their server is killed repeatedly. */
export class KilledConversations {
  readonly conversations: Conversation[] = []
  sent = 0
  kills = 0
  /** Calls that were retried because the response was lost. */
  repeated = 0
  private server: ServerProcess | undefined
  private starting: Promise<ServerProcess> | undefined

  private constructor(private readonly settings: Record<string, string>) {}

  static async begin(settings: Record<string, string>, pairs: number) {
    const all = new KilledConversations(settings)
    const api = new Api((await all.running()).origin)
    for (let i = 0; i < pairs; i++) {
      const [borrower, lender] = [
        await api.registerNeighbour(),
        await api.registerNeighbour([ITEM]),
      ]
      all.conversations.push({ borrower, lender, id: '', acknowledged: new Map() })
    }
    return all
  }

  /** The running server, or the start of the next one, which all callers share. */
  private running(): Promise<ServerProcess> {
    this.starting ??= spawnServer(this.settings)
      .then((server) => server.ready())
      .then((server) => {
        this.server = server
        return server
      })
    return this.starting
  }

  async kill(): Promise<void> {
    this.kills += 1
    const killed = this.server
    await killed?.kill()
    if (this.server === killed) this.starting = undefined
  }

  async end(): Promise<void> {
    await (await this.running()).kill()
  }

  /** Retries with the same id until there is a response, as the app does. */
  private async insist<T extends object>(
    path: string,
    body: object,
    { token }: Person,
  ): Promise<T> {
    const call = { body: { ...body, request_id: randomUUID() }, token }
    for (;;) {
      const server = await this.running()
      const answer = await new Api(server.origin)
        .request<T>('POST', `/transactions/${path}`, call)
        .catch(() => null)
      if (answer && answer.status < 300) {
        this.sent += 1
        return answer.body
      }
      if (answer && answer.status !== 503)
        throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      this.repeated += 1
      await wait(20)
    }
  }

  private async converse(conversation: Conversation): Promise<void> {
    const { borrower, lender, acknowledged } = conversation
    const text = `Darf ich? ${randomUUID()}`
    const request = { renter_id: lender.userId, item_id: ITEM, text }
    const { id } = await this.insist<Shown>('create', request, borrower)
    conversation.id = id
    const transaction_id = id
    const write = async (from: Person) => {
      for (let i = 0; i < MESSAGES; i++) {
        const line = `Nachricht ${i} ${randomUUID()}`
        const body = { transaction_id, text: line }
        const { id: message } = await this.insist<{ id: string }>('sendMessage', body, from)
        acknowledged.set(message, line)
      }
    }
    const lend = async () => {
      const change = { transaction_id }
      await this.insist('propose', { ...change, wanted_from: inDays(2) }, lender)
      await this.insist('answer', { ...change, answer: 'accept' }, borrower)
      await this.insist('handOver', change, borrower)
      await this.insist('return', change, lender)
    }
    await Promise.all([write(borrower), write(lender), lend()])
  }

  /** Kills the server the given number of times while all neighbours write. */
  async converseAndKill(kills: number): Promise<void> {
    let over = false
    const all = this.conversations.length * (2 * MESSAGES + EVENTS.length)
    const killing = async () => {
      for (let i = 1; i <= kills; i++) {
        const after = Math.floor((all * i) / (kills + 1))
        while (!over && this.sent < after) await wait(5)
        await wait(randomInt(30))
        if (!over) await this.kill()
      }
    }
    const writing = Promise.all(this.conversations.map((each) => this.converse(each))).finally(
      () => {
        over = true
      },
    )
    await Promise.all([writing, killing()])
  }

  /** A conversation with its messages, which fit into one response. */
  async read({ id, borrower }: Conversation): Promise<Shown> {
    const api = new Api((await this.running()).origin)
    const path = `/transactions?transaction_id=${id}`
    const [shown] = await api.get<Shown[]>(path, borrower.token)
    if (!shown) throw new Error(`The conversation ${id} is gone`)
    return shown
  }

  /** How many conversations a person has. */
  async countOf({ token }: Person): Promise<number> {
    const api = new Api((await this.running()).origin)
    return (await api.get<Shown[]>('/transactions', token)).length
  }
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  type InWords,
  LOAN_STEPS,
  type LoanSide,
  type LoanStatus,
  type LoanStep,
  stepsOf,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { Api } from '../drivers/api.ts'
import { PostgresPair } from '../drivers/postgres-pair.ts'
import { type ScratchDatabase, scratchDatabase } from '../drivers/scratch-database.ts'
import {
  freePort,
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from '../drivers/server-process.ts'
import type { Call, CallKind, History } from './history.ts'
import { keepJournal, LEAVES_SOON, readJournal } from './journal.ts'
import { COPIES, type Intention, PEOPLE, planOf } from './plan.ts'

const SERVERS = 2
/** Calls at the same time. */
const AT_ONCE = 8
/** Transactions that people still look at: the younger ones, so that several meet at each. */
const LOOKED_AT = 24
/**
 * A server lives for so long before it is killed. One that starts takes four seconds of a core, and is slow for a while
 * after that.
 */
const LIFE_MS = { least: 18_000, most: 26_000 }
const ANSWER_WITHIN_MS = 15_000
/** Mails of which none leaves for so long are in the hands of a server that was killed. */
const STUCK_MS = 8_000

interface Person {
  id: string
  token: string
}

/** A transaction as somebody saw it last. */
interface Seen {
  id: string
  status: LoanStatus
  dates_by: LoanSide
  days_asked_by: LoanSide | null
  asked_handover_at: string | null
  asked_return_by: string | null
  in_words: InWords | null
  closed: boolean
  borrower_id: string | null
  renter_id: string | null
  item: { id: number }
  events: { id: string; status: LoanStatus; at: string; side: LoanSide | null; reason: null }[]
}

interface Wish {
  kind: CallKind
  person: Person
  path: string
  body: object
  transaction?: string | null
  others?: string[]
  item?: number
  days?: Call['days']
  read?: number | null
}

const PATHS: Record<LoanStep, string> = {
  accept: 'answer',
  decline: 'answer',
  propose: 'propose',
  withdraw: 'withdraw',
  agreeDays: 'agreeDays',
  keepDays: 'keepDays',
  handOver: 'handOver',
  notFetched: 'notFetched',
  return: 'return',
  changeDays: 'changeDays',
  sayAgreed: 'sayAgreed',
  sayFetched: 'sayFetched',
  noteLoan: 'noteLoan',
}

/** Nobody is in the way of random steps: what is allowed to whom is another test's. */
const LIMITS = {
  requests_first_day: 1_000_000,
  requests_first_week: 1_000_000,
  requests_a_day: 1_000_000,
  requests_unanswered: 1_000_000,
  messages_first_week: 1_000_000,
  messages_an_hour: 1_000_000,
}

const now = () => performance.timeOrigin + performance.now()
const dayAhead = (days: number) => new Date(now() + days * DAY_MS).toISOString().slice(0, 10)

/** How often the test itself asks a database that fails over: for half a minute. */
const MOST_TRIES = 150

interface RecordedDatabase {
  /** For the test itself: where it is written to now. */
  url: () => string
  /** For the servers, who find out by themselves. */
  urlOfServers: string
  /** Null where PostgreSQL's programs are not installed. */
  failOver: (() => Promise<void>) | null
  drop: () => Promise<void>
}

/** On two PostgreSQL servers where their programs are there, else on the one that the other tests use. */
async function recordedDatabase(): Promise<RecordedDatabase> {
  const pair = await PostgresPair.start()
  if (pair) {
    const name = 'letterlend_history'
    const { urlOfBoth } = await pair.createDatabase(name)
    return {
      url: () => pair.urlOf(name),
      urlOfServers: urlOfBoth,
      failOver: () => pair.failOver(),
      drop: () => pair.stop(),
    }
  }
  const database: ScratchDatabase = await scratchDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Servers are killed, the database is not: what it says is committed need not be on the disk.
  await client.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
  )
  await client.end()
  const url = () => database.url
  return { url, urlOfServers: database.url, failOver: null, drop: () => database.drop() }
}

/** Six people at two servers on one PostgreSQL, which are killed again and again, and a record of all of it. */
export class Recording {
  readonly calls: Call[] = []
  kills = 0
  failOvers = 0
  /** Calls that were sent once more, since an answer was lost. */
  repeated = 0
  #people: Person[] = []
  readonly #everybody: Person[] = []
  readonly #blocked: { by: string; other: string }[] = []
  readonly #seen = new Map<string, Seen>()
  readonly #servers: ServerProcess[] = []
  /** What servers left behind that ended although nobody killed them. */
  readonly #endedAlone: string[] = []
  readonly #killed = new Set<ServerProcess>()
  #newcomers = 0

  /** The connection of the test itself; another one after a fail-over. */
  #client: pg.Client | null = null

  private constructor(
    private readonly database: RecordedDatabase,
    private readonly folder: ScratchFolder,
  ) {}

  static async begin(): Promise<Recording> {
    const database = await recordedDatabase()
    const recording = new Recording(database, scratchFolder())
    await recording.#start(0)
    await recording.#query(
      `INSERT INTO setting_versions (key, version, value) VALUES ('limits', 1, $1)`,
      [JSON.stringify(LIMITS)],
    )
    await keepJournal(await recording.#connection())
    for (let i = 0; i < PEOPLE; i++) recording.#people.push(await recording.#settle())
    await recording.#kill(0)
    await Promise.all(Array.from({ length: SERVERS }, (_, i) => recording.#start(i)))
    return recording
  }

  /** Whether the database fails over in between, or PostgreSQL's programs are missing for that. */
  get canFailOver(): boolean {
    return this.database.failOver !== null
  }

  async #connection(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client({ connectionString: this.database.url() })
    client.on('error', () => {
      if (this.#client === client) this.#client = null
    })
    await client.connect()
    this.#client = client
    return client
  }

  /** Asks the database, again where it fails over meanwhile: what is written has to be fit for that. */
  async #query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    for (let tries = 1; ; tries++) {
      try {
        return (await (await this.#connection()).query<T>(text, values)).rows
      } catch (error) {
        if (tries === MOST_TRIES || !this.canFailOver) throw error
        this.#client = null
        await wait(200)
      }
    }
  }

  async #start(index: number): Promise<void> {
    const old = this.#servers[index]
    const port = old ? Number(new URL(old.origin).port) : await freePort()
    const settings = {
      DATABASE_URL: this.database.urlOfServers,
      PROCESSES: '1',
      DATA_DIR: this.folder.path,
      TRUST_PROXY: 'on',
    }
    const server = await spawnServer(settings, port)
    await server.ready()
    this.#servers[index] = server
    void server.exited.then((exit) => {
      if (this.#killed.has(server)) return
      this.#endedAlone.push(`${JSON.stringify(exit)}: ${server.stdout}${server.stderr}`)
    })
  }

  async #kill(index: number): Promise<void> {
    const server = this.#servers[index]
    if (!server) return
    this.#killed.add(server)
    await server.kill()
  }

  /** Somebody new, with a letterbox and all there is to lend. */
  async #settle(): Promise<Person> {
    this.#newcomers += 1
    const rows = await this.#query<{ id: string }>(
      `WITH person AS (
         INSERT INTO users (email, email_confirmed_at, firstname, lastname, enable_messaging, enable_notifications)
         VALUES ($1 || gen_random_uuid() || '@neighbours.example', now(), $2, 'Probst', true, true) RETURNING id
       ), letterbox AS (
         INSERT INTO letterboxes (user_id, address, postcode, city, country, latitude, longitude)
         SELECT id, 'Hohlstrasse 40', '8004', 'Zürich', 'CH', 47.377, 8.527 FROM person RETURNING id
       ), things AS (
         INSERT INTO letterbox_items (letterbox_id, item_id, copies)
         SELECT letterbox.id, (thing ->> 0)::smallint, (thing ->> 1)::smallint
         FROM letterbox, jsonb_array_elements($3::jsonb) AS thing
       )
       SELECT id FROM person`,
      [
        `person${this.#newcomers}.`,
        `Rosa${this.#newcomers}`,
        JSON.stringify(Object.entries(COPIES).map(([item, copies]) => [Number(item), copies])),
      ],
    )
    const id = rows[0]?.id ?? ''
    const person = { id, token: await this.#openSession(id) }
    this.#everybody.push(person)
    return person
  }

  async #openSession(id: string): Promise<string> {
    const token = newSecret()
    await this.#query(
      `INSERT INTO tokens (kind, token_hash, user_id, expires_at)
       VALUES ('session', $1, $2, now() + interval '1 day') ON CONFLICT DO NOTHING`,
      [hashSecret(token), id],
    )
    return token
  }

  /**
   * Carries out a plan, many calls at a time, while servers are killed.
   * @param steps how many at most
   * @param untilMs how long at most
   */
  async carryOut(seed: number, steps: number, untilMs: number): Promise<void> {
    // Some of it finds nothing that it could be done with.
    const plan = planOf(seed, 2 * steps)
    const end = now() + untilMs
    let over = false
    const people = Array.from({ length: AT_ONCE }, async () => {
      for (;;) {
        const isOver = now() >= end || this.calls.length >= steps
        const intention = isOver ? undefined : plan.shift()
        if (!intention) return
        const wish = await this.#wishOf(intention)
        if (wish) await this.#call(wish, intention.server)
      }
    })
    const killing = this.#killUntil(() => over, seed)
    try {
      await Promise.all(people)
    } finally {
      over = true
      await killing
    }
  }

  async #killUntil(isOver: () => boolean, seed: number): Promise<void> {
    for (let i = 0; !isOver(); i++) {
      const life = LIFE_MS.least + ((seed * 31 + i * 977) % (LIFE_MS.most - LIFE_MS.least))
      for (const dies = now() + life; now() < dies && !isOver(); ) await wait(50)
      if (isOver()) return
      this.kills += 1
      await this.#kill(i % SERVERS)
      await this.#start(i % SERVERS)
      // Once, while both servers answer.
      if (i > 0 || !this.database.failOver) continue
      this.failOvers += 1
      await this.database.failOver()
    }
  }

  /** What somebody does now, as far as there is something to do it with. */
  async #wishOf(intention: Intention): Promise<Wish | null> {
    const { who, what, pick } = intention
    const person = this.#people[who]
    if (!person) return null
    const others = this.#people.filter(({ id }) => id !== person.id).map(({ id }) => id)
    const other = others[pick % others.length] ?? ''
    if (what === 'create' || what === 'ask' || what === 'besides') {
      return this.#asking(intention, person, others)
    }
    if (what === 'block') {
      this.#blocked.push({ by: person.id, other })
      return { kind: what, person, path: '/users/block', body: { user_id: other }, others: [other] }
    }
    if (what === 'unblock') {
      const [block] = this.#blocked.splice(0, 1)
      const blocker = this.#people.find(({ id }) => id === block?.by)
      if (!block || !blocker) return null
      const body = { user_id: block.other }
      return { kind: what, person: blocker, path: '/users/unblock', body, others: [block.other] }
    }
    if (what === 'remove') {
      const fresh = { id: person.id, token: await this.#openSession(person.id) }
      this.#people[who] = await this.#settle()
      return { kind: what, person: fresh, path: '/users/remove', body: {} }
    }
    return this.#stepping(intention, person)
  }

  #asking(
    { what, pick, item, from, days }: Intention,
    person: Person,
    others: string[],
  ): Wish | null {
    const wanted = { wanted_from: dayAhead(from), wanted_until: dayAhead(from + days) }
    // Letters, so that no two texts are the same to whoever looks for what is sent to many.
    const words = randomUUID().replaceAll(/[^a-f]/g, ' ')
    const text = `Darf ich? ${words}${randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`
    const turned = others.map((_, i) => others[(pick + i) % others.length] ?? '')
    if (what === 'create') {
      const [renter_id = ''] = turned
      const body = { renter_id, item_id: item, text, ...wanted }
      const path = '/transactions/create'
      return { kind: 'create', person, path, body, others: [renter_id], item, days: wanted }
    }
    const waiting = [...this.#seen.values()].filter(
      ({ status, borrower_id }) => status === 'requested' && borrower_id === person.id,
    )
    const besides = what === 'besides' ? waiting[pick % Math.max(1, waiting.length)] : undefined
    if (what === 'besides' && !besides) return null
    const renter_ids = turned.slice(0, besides ? 1 : 2 + (pick % 2))
    const item_id = besides?.item.id ?? item
    const transaction = besides?.id ?? null
    const body = { renter_ids, item_id, text, besides: transaction, ...wanted }
    const path = '/transactions/ask'
    return {
      kind: 'ask',
      person,
      path,
      body,
      transaction,
      others: renter_ids,
      item: item_id,
      days: wanted,
    }
  }

  #stepping({ what, pick, from, days }: Intention, person: Person): Wish | null {
    const own = [...this.#seen.values()].filter(
      ({ borrower_id, renter_id }) => borrower_id === person.id || renter_id === person.id,
    )
    const taken = own.filter(
      ({ status, events }) =>
        (status === 'handed_over' || status === 'returned') && events.at(-1)?.status === status,
    )
    const among = what === 'undo' && taken.length > 0 ? taken : own
    const seen = among[pick % Math.max(1, among.length)]
    if (!seen) return null
    const side = seen.borrower_id === person.id ? 'borrower' : 'lender'
    const transaction_id = seen.id
    const last = seen.events.at(-1)
    const last_event = { last_event_id: last?.id }
    const read = last ? Date.parse(last.at) : null
    if (what === 'undo') {
      const path = '/transactions/undo'
      const body = { transaction_id, ...last_event }
      return { kind: 'undo', person, path, body, transaction: transaction_id, read }
    }
    const fitting = stepsOf(seen, side)
    const steps = what === 'any' ? LOAN_STEPS : [...fitting, ...fitting.flatMap(goesOn)]
    const kind = steps[Math.floor(pick / 7) % Math.max(1, steps.length)]
    if (!kind) return null
    const named = daysOf(kind, seen, { pick, from, days })
    const answer = kind === 'accept' || kind === 'decline' ? { answer: kind } : {}
    const body = { transaction_id, ...last_event, ...answer, ...named }
    const path = `/transactions/${PATHS[kind]}`
    return { kind, person, path, body, transaction: transaction_id, days: named, read }
  }

  /** Sends until there is an answer, each time under the same id, as the app does. */
  async #call(wish: Wish, first: number): Promise<void> {
    const {
      kind,
      person,
      path,
      body,
      transaction = null,
      others = [],
      item = null,
      days = {},
      read = null,
    } = wish
    const id = randomUUID()
    const began = now()
    const call: Call = {
      ...{ id, kind, person: person.id, transaction, others, item, days, read, began },
      ...{ lastSent: began, ended: began, tries: 0, answer: null },
    }
    this.calls.push(call)
    const sent = {
      ...body,
      ...(!['block', 'unblock', 'remove'].includes(kind) && { request_id: id }),
    }
    for (let i = first; ; i++) {
      call.tries += 1
      call.lastSent = now()
      const origin = this.#servers[i % SERVERS]?.origin ?? ''
      const asked = new Api(origin).request<Seen | Seen[] | { code?: string } | null>(
        'POST',
        path,
        {
          body: sent,
          token: person.token,
        },
      )
      const late = wait(ANSWER_WITHIN_MS, null, { ref: false })
      const answer = await Promise.race([asked.catch(() => null), late])
      call.ended = now()
      if (answer && answer.status !== 503) {
        this.#note(call, answer)
        await this.#lookAgain(call, person)
        return
      }
      this.repeated += 1
      await wait(20)
    }
  }

  /** Whoever hears that somebody else was quicker looks at what stands, as the app does. */
  async #lookAgain({ transaction, answer }: Call, { token }: Person): Promise<void> {
    const isOvertaken = answer?.code === 'status_changed' || answer?.code === 'already_answered'
    if (!isOvertaken || transaction === null) return
    const origin = this.#servers[0]?.origin ?? ''
    const path = `/transactions?transaction_id=${transaction}`
    const [seen] = await new Api(origin).get<Seen[]>(path, token).catch(() => [])
    if (seen && this.#seen.has(transaction)) this.#seen.set(transaction, seen)
  }

  #note(call: Call, { status, body }: { status: number; body: unknown }): void {
    // Whoever deletes the account a second time is nobody any more.
    const isGone = call.kind === 'remove' && call.tries > 1 && status === 401
    if (isGone) {
      call.answer = { status: 204, code: null, transactions: [] }
      return
    }
    if (status >= 300) {
      const code = (body as { code?: string } | null)?.code ?? null
      call.answer = { status, code, transactions: [] }
      const seen = this.#seen.get(call.transaction ?? '')
      // As a page that is loaded anew: it is out of date, and somebody else acts on another one.
      if (seen && (status === 404 || code === 'conflict')) this.#seen.delete(seen.id)
      return
    }
    const all = (body === null ? [] : [body].flat()) as Seen[]
    for (const seen of all) {
      this.#seen.set(seen.id, seen)
      if (this.#seen.size > LOOKED_AT) this.#seen.delete(this.#seen.keys().next().value ?? '')
    }
    call.answer = { status, code: null, transactions: all.map(({ id }) => id) }
  }

  /** All that was recorded, once the mails have left, or after so many milliseconds. */
  async history(mailsWithinMs: number): Promise<History> {
    if (this.#endedAlone.length > 0) {
      throw new Error(`Nobody killed it, and it ended: ${this.#endedAlone.join('\n')}`)
    }
    const ids = async (table: 'queued_mails' | 'local_mails') =>
      (await this.#query<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id)
    // A mail that a killed server was about to send is sent again after minutes: such ones are not waited for.
    const end = now() + mailsWithinMs
    let [left, since] = [Number.POSITIVE_INFINITY, now()]
    while (left > 0 && now() < Math.min(end, since + STUCK_MS)) {
      const { length } = await this.#query(`SELECT FROM queued_mails WHERE ${LEAVES_SOON}`)
      if (length < left) [left, since] = [length, now()]
      await wait(200)
    }
    const read: History['read'] = {}
    const origin = this.#servers[0]?.origin ?? ''
    for (const { token } of this.#people) {
      for (let before = ''; ; ) {
        const page = await new Api(origin).get<(Seen & { updated_at: string })[]>(
          `/transactions${before && `?before=${before}`}`,
          token,
        )
        for (const { id, status, events } of page) {
          const lines = events.map(({ at, ...event }) => ({ ...event, at: Date.parse(at) }))
          read[id] = { status, lines }
        }
        before = page.at(-1)?.updated_at ?? ''
        if (page.length === 0) break
      }
    }
    const waiting = await ids('queued_mails')
    const delivered = await ids('local_mails')
    const journal = await readJournal(await this.#connection())
    return { copies: COPIES, calls: this.calls, journal, read, delivered, waiting }
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.map((_, i) => this.#kill(i)))
    await this.#client?.end()
    await this.database.drop()
    this.folder.remove()
  }
}

const FORWARD: readonly LoanStep[] = ['accept', 'agreeDays', 'handOver', 'return']
/** Steps that lead on are taken more often: most requests would end before anything is lent. */
const goesOn = (step: LoanStep) => (FORWARD.includes(step) ? [step, step, step, step] : [])

/** The days that a step names. */
function daysOf(
  kind: LoanStep,
  { asked_handover_at, asked_return_by }: Seen,
  { pick, from, days }: Pick<Intention, 'pick' | 'from' | 'days'>,
): Call['days'] {
  if (kind === 'propose' || kind === 'sayAgreed')
    return { wanted_from: dayAhead(from), wanted_until: dayAhead(from + days) }
  if (kind === 'agreeDays') {
    return {
      ...(asked_handover_at && { handover_at: asked_handover_at }),
      ...(asked_return_by && { return_by: asked_return_by }),
    }
  }
  if (kind === 'sayFetched' || kind === 'noteLoan') {
    return { since: dayAhead(-days), return_by: dayAhead(from) }
  }
  if (kind !== 'changeDays') return {}
  const fetched = pick % 3 === 0 ? { handover_at: `${dayAhead(from)}T11:00:00.000Z` } : {}
  const back = pick % 5 === 0 ? {} : { return_by: dayAhead(from + days) }
  return { ...fetched, ...back }
}

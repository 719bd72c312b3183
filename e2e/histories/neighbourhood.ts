import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { Api } from '../drivers/api.ts'
import { type ScratchDatabase, scratchDatabase } from '../drivers/scratch-database.ts'
import {
  freePort,
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from '../drivers/server-process.ts'
import { type Answer, type Call, COPIES, type Loan } from './model.ts'

/** Random steps come fast, so limits are lifted here; other tests cover them. */
const LIMITS = {
  requests_first_day: 1_000_000,
  requests_first_week: 1_000_000,
  requests_a_day: 1_000_000,
  requests_unanswered: 1_000_000,
  messages_first_week: 1_000_000,
  messages_an_hour: 1_000_000,
}

const LOANS = `
  SELECT id, status, item_id AS item, borrower_id AS borrower, renter_id AS lender, dates_by,
    ARRAY[wanted_from::text, wanted_until::text] AS wanted,
    return_by::text, days_asked_by, asked_return_by::text, in_words,
    CASE WHEN lent IS NOT NULL THEN ARRAY[lower(lent)::text, (upper(lent) - 1)::text] END AS lent,
    CASE WHEN lent_as_agreed IS NOT NULL
      THEN ARRAY[lower(lent_as_agreed)::text, (upper(lent_as_agreed) - 1)::text] END AS lent_as_agreed,
    copy, ask_id AS ask, closed_at IS NOT NULL AS closed,
    (SELECT json_agg(json_build_object('id', id, 'status', status, 'side', side, 'reason', reason,
        'wanted', json_build_array(wanted_from, wanted_until)) ORDER BY at, id)
      FROM transaction_events WHERE transaction_id = transactions.id) AS events,
    (SELECT json_agg(text ORDER BY created_at, id)
      FROM messages WHERE transaction_id = transactions.id) AS messages,
    (SELECT coalesce(json_object_agg(side, text), '{}')
      FROM transaction_thanks WHERE transaction_id = transactions.id) AS thanks
  FROM transactions WHERE borrower_id = ANY($1) OR renter_id = ANY($1) ORDER BY id`

/** Path and body of a call. */
function requestOf(call: Call): { path: string; body: object } {
  const { kind, request_id, text, item, lenders, other } = call
  const { loan: transaction_id, last_event_id } = call
  const [from, until] = call.days
  const wanted = { wanted_from: from, wanted_until: until }
  const [renter_id] = lenders
  const change = { transaction_id, request_id, last_event_id }
  switch (kind) {
    case 'ask': {
      const request = { item_id: item, text, request_id, ...wanted }
      return lenders.length === 1
        ? { path: '/transactions/create', body: { renter_id, ...request } }
        : { path: '/transactions/ask', body: { renter_ids: lenders, ...request } }
    }
    case 'block':
    case 'unblock':
      return { path: `/users/${kind}`, body: { user_id: other } }
    case 'deleteAccount':
      return { path: '/users/remove', body: {} }
    case 'write':
      return { path: '/transactions/sendMessage', body: { transaction_id, request_id, text } }
    case 'thank':
      return { path: '/transactions/thank', body: { transaction_id, text, show: false } }
    case 'accept':
    case 'decline':
      return { path: '/transactions/answer', body: { ...change, answer: kind } }
    case 'propose':
    case 'sayAgreed':
      return { path: `/transactions/${kind}`, body: { ...change, ...wanted } }
    case 'changeDays':
    case 'agreeDays':
      return { path: `/transactions/${kind}`, body: { ...change, return_by: until } }
    case 'sayFetched':
    case 'noteLoan':
      return { path: `/transactions/${kind}`, body: { ...change, since: from, return_by: until } }
    default:
      return { path: `/transactions/${kind}`, body: change }
  }
}

/** One server on PostgreSQL, and the people who use it. */
export class Neighbourhood {
  /** How often each answer occurred, for the summary of the test. */
  readonly answers = new Map<Answer, number>()
  readonly #tokens = new Map<string, string>()

  private constructor(
    private readonly database: ScratchDatabase,
    private readonly client: pg.Client,
    private readonly folder: ScratchFolder,
    private readonly port: number,
    private server: ServerProcess,
  ) {}

  static async begin(): Promise<Neighbourhood> {
    const [database, folder, port] = [await scratchDatabase(), scratchFolder(), await freePort()]
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const server = await Neighbourhood.startServer(database, folder, port)
    await client.query(
      `INSERT INTO setting_versions (key, version, value) VALUES ('limits', 1, $1)`,
      [JSON.stringify(LIMITS)],
    )
    // A job ends requests for days that were promised to others, at an unpredictable moment: loans.reviewing.test.ts.
    await client.query('ALTER TABLE transactions DISABLE TRIGGER transactions_lent_changed')
    const neighbourhood = new Neighbourhood(database, client, folder, port, server)
    // The server reads its settings only when it starts.
    await neighbourhood.restart()
    return neighbourhood
  }

  private static async startServer(
    { url }: ScratchDatabase,
    { path }: ScratchFolder,
    port: number,
  ): Promise<ServerProcess> {
    const settings = { DATABASE_URL: url, DATA_DIR: path, PROCESSES: '1', TIME_ZONE: 'UTC' }
    return (await spawnServer({ ...settings, TRUST_PROXY: 'on' }, port)).ready()
  }

  /** Kills the server without cleanup after this many milliseconds, and starts it again. */
  async restart(afterMs = 0): Promise<void> {
    await wait(afterMs)
    await this.server.kill()
    this.server = await Neighbourhood.startServer(this.database, this.folder, this.port)
  }

  /** Creates people with a letterbox and all items; returns their ids. */
  async settle(count: number): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string }>(
      `WITH person AS (
         INSERT INTO users (email, email_confirmed_at, firstname, lastname, enable_messaging, enable_notifications)
         SELECT gen_random_uuid() || '@neighbours.example', now(), 'Rosa', 'Probst', true, true
         FROM generate_series(1, $1) RETURNING id
       ), letterbox AS (
         INSERT INTO letterboxes (user_id, address, postcode, city, country, latitude, longitude)
         SELECT id, 'Hohlstrasse 40', '8004', 'Zürich', 'CH', 47.377, 8.527 FROM person RETURNING id
       ), things AS (
         INSERT INTO letterbox_items (letterbox_id, item_id, copies)
         SELECT letterbox.id, item::smallint, copies::text::smallint
         FROM letterbox, json_each($2) AS thing (item, copies)
       )
       SELECT id FROM person`,
      [count, JSON.stringify(COPIES)],
    )
    for (const { id } of rows) {
      const token = newSecret()
      this.#tokens.set(id, token)
      await this.client.query(
        `INSERT INTO tokens (kind, token_hash, user_id, expires_at)
         VALUES ('session', $1, $2, now() + interval '1 day')`,
        [hashSecret(token), id],
      )
    }
    return rows.map(({ id }) => id)
  }

  /** Sends a call; rejects if the server died before it responded. */
  async send(call: Call): Promise<Answer> {
    const { path, body } = requestOf(call)
    const token = this.#tokens.get(call.person) ?? ''
    const answer = await new Api(this.server.origin).request<{ code?: string } | null>(
      'POST',
      path,
      { body, token },
    )
    const { status } = answer
    const said = status < 300 ? 'ok' : status < 500 ? answer.body?.code : JSON.stringify(answer)
    const code = said ?? ''
    this.answers.set(code, (this.answers.get(code) ?? 0) + 1)
    return code
  }

  /** All transactions of these people, from the database. */
  async loansOf(people: string[]): Promise<Loan[]> {
    return (await this.client.query<Loan>(LOANS, [people])).rows
  }

  /** A transaction as the API shows it to a person; undefined if it is hidden. */
  async shownTo(person: string, id: string): Promise<object | undefined> {
    const path = `/transactions?transaction_id=${id}`
    const shown = await new Api(this.server.origin).get<object[]>(path, this.#tokens.get(person))
    return shown[0]
  }

  async end(): Promise<void> {
    await this.server.kill()
    await this.client.end()
    await this.database.drop()
    this.folder.remove()
  }
}

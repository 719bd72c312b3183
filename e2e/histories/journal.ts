import type pg from 'pg'
import type {
  InWords,
  LoanReason,
  LoanSide,
  LoanStatus,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import type { Entry, Line, Row } from './history.ts'

/**
 * The database itself writes down what happens to transactions, in the order in which it happens to each of them: what
 * is rolled back, or was never committed when a process was killed, is not in it.
 */
const JOURNAL = `
  CREATE TABLE e2e_journal (
    seq bigserial, act text NOT NULL, written double precision NOT NULL, what text NOT NULL, row jsonb NOT NULL
  );
  CREATE FUNCTION e2e_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO e2e_journal (act, written, what, row) VALUES (
      pg_current_xact_id()::text, extract(epoch FROM clock_timestamp()) * 1000,
      TG_TABLE_NAME || ' ' || TG_OP, CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END);
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER e2e_note AFTER INSERT OR UPDATE OR DELETE ON transactions FOR EACH ROW EXECUTE FUNCTION e2e_note();
  CREATE TRIGGER e2e_note AFTER INSERT OR DELETE ON transaction_events FOR EACH ROW EXECUTE FUNCTION e2e_note();
  CREATE TRIGGER e2e_note AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION e2e_note();
  CREATE TRIGGER e2e_note AFTER INSERT ON queued_mails FOR EACH ROW EXECUTE FUNCTION e2e_note();
`

/** One mail of eight, by its id, which its job has as well. */
const leavesSoon = (id: string) => `left(${id}::text, 1) IN ('0', '8')`

/** Mails that are to leave while the test runs. */
export const LEAVES_SOON = leavesSoon('id')

/**
 * What is told is in the queue, and that each mail of it leaves once is seen with one of eight: drawing a mail takes a server
 * as long as some steps do. The jobs of the others wait for a day.
 */
const FEWER_MAILS = `
  CREATE FUNCTION e2e_wait() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT ${leavesSoon('NEW.id')} THEN
      NEW.start_after := now() + interval '1 day';
    END IF;
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER e2e_wait BEFORE INSERT ON pgboss.job FOR EACH ROW WHEN (NEW.name = 'mails')
    EXECUTE FUNCTION e2e_wait();
`

/** From now on the database keeps a journal. */
export async function keepJournal(client: pg.Client): Promise<void> {
  await client.query(JOURNAL)
  await client.query(FEWER_MAILS)
}

interface TransactionJson {
  id: string
  status: LoanStatus
  item_id: number
  borrower_id: string | null
  renter_id: string | null
  wanted_from: string | null
  wanted_until: string | null
  dates_by: LoanSide
  handover_at: string | null
  return_by: string | null
  days_asked_by: LoanSide | null
  asked_handover_at: string | null
  asked_return_by: string | null
  lent: string | null
  lent_as_agreed: string | null
  copy: number | null
  ask_id: string | null
  in_words: InWords | null
  closed_at: string | null
}

interface EventJson {
  transaction_id: string
  status: LoanStatus
  at: string
  side: LoanSide | null
  reason: LoanReason | null
  wanted_from: string | null
  wanted_until: string | null
  request_id: string | null
}

interface MailJson {
  id: string
  mail: {
    content?: {
      news?: string
      firstInTransaction?: boolean
      about?: { user_id: string; transaction_id: string }
    }
  }
}

const instant = (text: string | null) => text && new Date(text).toISOString()

function rowOf(json: TransactionJson): Row {
  const { item_id, borrower_id, renter_id, ask_id, closed_at } = json
  const { id, status, wanted_from, wanted_until, dates_by, return_by, lent, copy } = json
  const { days_asked_by, asked_return_by, lent_as_agreed, in_words } = json
  return {
    ...{ id, status, wanted_from, wanted_until, dates_by, return_by, lent, copy },
    ...{ days_asked_by, asked_return_by, lent_as_agreed, in_words },
    item: item_id,
    borrower: borrower_id,
    lender: renter_id,
    handover_at: instant(json.handover_at),
    asked_handover_at: instant(json.asked_handover_at),
    ask: ask_id,
    closed: closed_at !== null,
  }
}

const lineOf = (event: EventJson): Line => {
  const { status, at, side, reason, request_id, wanted_from, wanted_until } = event
  return {
    ...{ status, side, reason, wanted_from, wanted_until },
    at: Date.parse(at),
    request: request_id,
  }
}

type What = Entry extends infer E ? (E extends Entry ? Omit<E, 'act' | 'written'> : never) : never

/** What a line of the journal means; null where it is about something else. */
function meaning(what: string, row: unknown): What | null {
  if (what === 'transactions DELETE')
    return { type: 'gone', transaction: (row as TransactionJson).id }
  if (what.startsWith('transactions ')) return { type: 'row', row: rowOf(row as TransactionJson) }
  if (what.startsWith('transaction_events ')) {
    const event = row as EventJson
    const type = what.endsWith('DELETE') ? 'line_gone' : 'line'
    return { type, transaction: event.transaction_id, line: lineOf(event) }
  }
  if (what === 'messages INSERT') {
    const { transaction_id, request_id } = row as EventJson
    return { type: 'said', transaction: transaction_id, request: request_id }
  }
  const { id, mail } = row as MailJson
  const { news, firstInTransaction, about } = mail.content ?? {}
  const told = news ?? (firstInTransaction ? 'request' : null)
  if (!told || !about) return null
  const { user_id: person, transaction_id: transaction } = about
  return { type: 'told', mail: id, transaction, person, news: told }
}

/** The journal so far. */
export async function readJournal(client: pg.Client): Promise<Entry[]> {
  const { rows } = await client.query<{ act: string; written: number; what: string; row: unknown }>(
    'SELECT act, written, what, row FROM e2e_journal ORDER BY seq',
  )
  return rows.flatMap(({ act, written, what, row }) => {
    const entry = meaning(what, row)
    return entry ? [{ act, written, ...entry }] : []
  })
}

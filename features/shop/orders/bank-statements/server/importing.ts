import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type AuditActor, recordAct } from '#features/people/audit/server/door.ts'
import { findByLegacyRefno } from '#features/shop/orders/moving-in/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { lockOrderByRefno, markPaid } from '#features/shop/orders/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { ImportResult, Unmatched } from '../contract.admin.ts'
import { unmatched_payments } from '../tables.ts'
import { findRecorded, insertBankPayment } from './bank-statements.queries.ts'
import { foreignIban, legacyRefnosIn, ownIbans, refnoIn, whyNot } from './bank-statements.rules.ts'
import type { BankEntry } from './camt.ts'
import { readStatement } from './statement-reading.ts'
import { findRefnos, findSettled, keepUnmatched, settleUnmatched } from './unmatched.queries.ts'

export type ImportDeps = Pick<Deps, 'database' | 'mails' | 'config' | 'clock' | 'features'>
type Reason = Unmatched['reason']

/** The import that reads a statement, the administrator or program that started it, and when. */
export interface ImportedBy {
  import_id: string
  /** Null for an access token of the community, or once that account is deleted. */
  admin_id: string | null
  program_id: string | null
  began: Date
}

/** The result for one payment of a statement. */
type Outcome = { paid: string } | { reason: Reason; order_id: string | null } | 'repeated'

const presentEntry = ({ amount_cents, currency, received_on }: BankEntry) => ({
  amount: amount_cents === null ? null : toMoney(amount_cents),
  currency,
  received_on,
})

/** The job has no caller any more, so the audit log gets the one that the import has noted. */
function actorOf({ admin_id, program_id }: ImportedBy): AuditActor {
  if (program_id === null) return admin_id === null ? 'system' : { id: admin_id }
  return admin_id === null
    ? { id: program_id, token: { id: program_id, owner: 'community' } }
    : { id: admin_id, token: { id: program_id, owner: 'person' } }
}

/** Pays the order that a payment names. Locks the order, so that two concurrent imports pay it once. */
function settleEntry(
  deps: ImportDeps,
  entry: BankEntry,
  refno: string,
  by: ImportedBy,
): Promise<Outcome> {
  return deps.database.orm.transaction(async (tx): Promise<Outcome> => {
    const full = await lockOrderByRefno(tx, refno)
    if (!full) return { reason: 'unknown_order', order_id: null }
    const recorded = await findRecorded(tx, entry.key)
    if (recorded) {
      // Paid by this same import, whose process was killed before it recorded the result.
      return recorded.import_id === by.import_id ? { paid: recorded.order_id } : 'repeated'
    }
    const { order } = full
    const reason = whyNot(entry, order)
    const { amount_cents } = entry
    if (reason || amount_cents === null) {
      return { reason: reason ?? 'other_amount', order_id: order.id }
    }
    const now = deps.clock()
    const payer = { actor: 'admin', user_id: by.admin_id, now } as const
    await markPaid(tx, deps, full, { amount_cents, method: 'invoice' }, payer)
    await insertBankPayment(tx, {
      order_id: order.id,
      entry_key: entry.key,
      import_id: by.import_id,
      amount_cents,
      currency: order.currency,
      received_on: entry.received_on ?? dayIn(deps.config.timeZone, now),
      recorded_by: by.admin_id,
      created_at: now,
    })
    // The payment may have waited for the order to be confirmed.
    await settleUnmatched(tx, eq(unmatched_payments.entry_key, entry.key), {
      state: 'assigned',
      assigned_order_id: order.id,
      settled_at: now,
      settled_by: by.admin_id,
    })
    const after = { amount: toMoney(amount_cents), currency: order.currency }
    const act = { subject: 'order', subject_id: order.id, verb: 'pay', label: refno } as const
    await recordAct(tx, actorOf(by), { ...act, after }, now)
    return { paid: order.id }
  })
}

const KIND_REASON = {
  reversal: 'reversal',
  returned: 'reversal',
  pending: 'not_booked',
  batch: 'batch',
} as const

/** The index cannot hold longer keys. A bank's own name for an entry has at most 35 characters. */
const KEY_MAX_LENGTH = 500

/** Assigns a key to each entry of a file. Entries with the same bank name are numbered in their order. */
function keysOf(): (entry: BankEntry, refno: string | null) => string {
  const named = new Map<string, number>()
  return (entry, refno) => {
    const whole = `${entry.key}|${refno ?? ''}`
    const key =
      whole.length > KEY_MAX_LENGTH ? createHash('sha256').update(whole).digest('hex') : whole
    const before = named.get(key) ?? 0
    named.set(key, before + 1)
    // Two payments in one sum share the bank's name. The second one is not a repetition of an earlier import.
    return before > 0 ? `${key}#${before}` : key
  }
}

/** Decides the outcome of an entry; undefined for outgoing money that names no order. */
async function outcomeOf(
  deps: ImportDeps,
  entry: BankEntry,
  reference: ReturnType<typeof refnoIn>,
  known: ReadonlySet<string>,
  by: ImportedBy,
): Promise<Outcome | undefined> {
  const none = { order_id: null }
  if (entry.kind !== 'credit') {
    const matters = entry.kind !== 'reversal' || 'refno' in reference
    return matters ? { reason: KIND_REASON[entry.kind], ...none } : undefined
  }
  if ('reason' in reference) return { reason: reference.reason, ...none }
  if (!known.has(reference.refno)) return { reason: 'unknown_order', ...none }
  return settleEntry(deps, entry, reference.refno, by)
}

const refnoOf = (reference: ReturnType<typeof refnoIn>) =>
  'refno' in reference ? reference.refno : null

/**
 * Reads the entries of a statement of the community's account, each with its key in our books. Throws `CamtError`,
 * and `other_bank_account` if the file belongs to another account.
 */
export async function readEntries({ config }: ImportDeps, xml: string): Promise<BankEntry[]> {
  const { ibans, entries } = await readStatement(xml)
  const { invoice } = config
  const foreign = foreignIban(ibans, invoice)
  if (foreign !== null) {
    throw new AppError('other_bank_account', {
      message: `This is a statement of ${foreign}, which is none of the accounts that invoices name.`,
      current: { iban: foreign, own: invoice ? ownIbans(invoice) : [] },
    })
  }
  const keyOf = keysOf()
  return entries.map((entry) => ({ ...entry, key: keyOf(entry, refnoOf(refnoIn(entry))) }))
}

/** The order that each entry names, by its number here or at a site that was moved in. */
async function findReferences(db: Db, entries: readonly BankEntry[]) {
  const read = entries.map((entry) => ({ entry, reference: refnoIn(entry) }))
  const isUnnamed = ({ reference }: (typeof read)[number]) =>
    'reason' in reference && reference.reason === 'no_reference'
  const legacy = read.filter(isUnnamed).flatMap(({ entry }) => legacyRefnosIn(entry))
  const refnoOfLegacy = await findByLegacyRefno(db, [...new Set(legacy)])
  return read.map((each) => {
    if (!isUnnamed(each)) return each
    const refnos = new Set(
      legacyRefnosIn(each.entry).flatMap((name) => refnoOfLegacy.get(name) ?? []),
    )
    const [refno] = refnos
    return refno && refnos.size === 1 ? { ...each, reference: { refno } } : each
  })
}

/**
 * Processes some entries of a statement. An entry that names exactly one order, in its currency and with its amount,
 * pays that order. Every other entry is listed with the reason and kept until an administrator has looked at it.
 * Outgoing money is ignored unless it names an order or was returned.
 * Idempotent: processing the same entries again gives the same result.
 */
export async function takeEntries(
  deps: ImportDeps,
  entries: readonly BankEntry[],
  by: ImportedBy,
): Promise<ImportResult> {
  const { orm } = deps.database
  const result: ImportResult = { paid: [], unmatched: [], repeated: 0 }
  const read = await findReferences(orm, entries)
  // A statement of a busy account has thousands of entries, so shared data is queried once for all of them.
  const settled = await findSettled(
    orm,
    entries.map(({ key }) => key),
    by.began,
  )
  const refnos = read.flatMap(({ reference }) => refnoOf(reference) ?? [])
  const known = await findRefnos(orm, [...new Set(refnos)])
  const waiting: (typeof unmatched_payments.$inferInsert)[] = []
  for (const { entry, reference } of read) {
    if (settled.has(entry.key)) {
      result.repeated += 1
      continue
    }
    const refno = refnoOf(reference)
    const outcome = await outcomeOf(deps, entry, reference, known, by)
    if (outcome === undefined) continue
    if (outcome === 'repeated') {
      result.repeated += 1
    } else if ('paid' in outcome) {
      const { paid: order_id } = outcome
      result.paid.push({ ...presentEntry(entry), refno, order_id })
    } else {
      const unmatched = {
        ...outcome,
        refno,
        payer: entry.payer,
        text: [...entry.references, entry.text].filter((part) => part !== '').join(' '),
      }
      // An entry that is not booked yet is not kept, because the next statement contains it again.
      if (outcome.reason !== 'not_booked') waiting.push(rowOf(entry, unmatched, deps.clock()))
      result.unmatched.push({ ...presentEntry(entry), ...unmatched, id: entry.key })
    }
  }
  const ids = await keepUnmatched(orm, waiting)
  result.unmatched = result.unmatched.map((each) => ({
    ...each,
    id: each.id === null ? null : (ids.get(each.id) ?? null),
  }))
  return result
}

/** Records the result of a whole statement in the audit log. */
export async function recordImport(
  deps: ImportDeps,
  { paid, unmatched, repeated }: ImportResult,
  by: ImportedBy,
): Promise<void> {
  const after = { paid: paid.length, unmatched: unmatched.length, repeated }
  const act = { subject: 'bank_payment', subject_id: 'statement', verb: 'run', after } as const
  await recordAct(deps.database.orm, actorOf(by), act, deps.clock())
}

const rowOf = (
  { key: entry_key, amount_cents, currency, received_on }: BankEntry,
  unmatched: Pick<Unmatched, 'reason' | 'order_id' | 'refno' | 'payer' | 'text'>,
  created_at: Date,
): typeof unmatched_payments.$inferInsert => ({
  entry_key,
  amount_cents,
  currency,
  received_on,
  ...unmatched,
  created_at,
})

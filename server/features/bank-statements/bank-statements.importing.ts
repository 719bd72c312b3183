import type { bankStatementsApi, Unmatched } from '@letterlend/contract/bank-statements.ts'
import type { Answer } from '@letterlend/contract/endpoint.ts'
import { toMoney } from '@letterlend/contract/order-pricing.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { markPaid } from '../orders/orders.changing.ts'
import { lockOrderByRefno } from '../orders/orders.queries.ts'
import { insertBankPayment, isRecorded } from './bank-statements.queries.ts'
import { refnoIn, whyNot } from './bank-statements.rules.ts'
import { type BankEntry, readCamt } from './camt.ts'

type ImportResult = Answer<typeof bankStatementsApi.import>
type ImportDeps = Pick<Deps, 'database' | 'mails' | 'config' | 'clock'>
type Reason = Unmatched['reason']

/** What became of one payment of a statement. */
type Outcome = { paid: string } | { reason: Reason; order_id: string | null } | 'repeated'

const presentEntry = ({ amount_cents, currency, received_on }: BankEntry) => ({
  amount: amount_cents === null ? null : toMoney(amount_cents),
  currency,
  received_on,
})

/** Pays the order that money names: the order is held, so that two imports at once pay it once. */
function settleEntry(
  deps: ImportDeps,
  entry: BankEntry,
  refno: string,
  admin: Viewer,
): Promise<Outcome> {
  return deps.database.orm.transaction(async (tx): Promise<Outcome> => {
    const full = await lockOrderByRefno(tx, refno)
    if (!full) return { reason: 'unknown_order', order_id: null }
    if (await isRecorded(tx, entry.key)) return 'repeated'
    const { order } = full
    const reason = whyNot(entry, order)
    const { amount_cents } = entry
    if (reason || amount_cents === null) {
      return { reason: reason ?? 'other_amount', order_id: order.id }
    }
    const now = deps.clock()
    const by = { actor: 'admin', user_id: admin.id, now } as const
    await markPaid(tx, deps, full, { amount_cents, method: 'invoice' }, by)
    await insertBankPayment(tx, {
      order_id: order.id,
      entry_key: entry.key,
      amount_cents,
      currency: order.currency,
      received_on: entry.received_on ?? now.toISOString().slice(0, 10),
      recorded_by: admin.id,
      created_at: now,
    })
    return { paid: order.id }
  })
}

const KIND_REASON = { reversal: 'reversal', pending: 'not_booked', batch: 'batch' } as const

/**
 * Reads a statement of the community's account. What names one order, in its currency and with its
 * amount, pays it; everything else is listed with the reason. Money that goes out is nobody's business
 * here, unless it names an order. Throws `CamtError`.
 */
export async function importStatement(
  deps: ImportDeps,
  xml: string,
  admin: Viewer,
): Promise<ImportResult> {
  const result: ImportResult = { paid: [], unmatched: [], repeated: 0 }
  const named = new Map<string, number>()
  for (const entry of readCamt(xml)) {
    const found = refnoIn(entry)
    const refno = 'refno' in found ? found.refno : null
    const list = (reason: Reason, order_id: string | null = null) =>
      result.unmatched.push({
        ...presentEntry(entry),
        ...{ reason, order_id, refno, payer: entry.payer },
        text: [...entry.references, entry.text].filter((part) => part !== '').join(' '),
      })
    if (entry.kind !== 'credit') {
      if (entry.kind !== 'reversal' || refno) list(KIND_REASON[entry.kind])
    } else if ('reason' in found) {
      list(found.reason)
    } else {
      const key = `${entry.key}|${found.refno}`
      const before = named.get(key) ?? 0
      named.set(key, before + 1)
      // Paid twice in one sum: the second has no name of its own, and is none of an earlier import.
      const entryKey = before > 0 ? `${key}#${before}` : key
      const outcome = await settleEntry(deps, { ...entry, key: entryKey }, found.refno, admin)
      if (outcome === 'repeated') result.repeated += 1
      else if ('reason' in outcome) list(outcome.reason, outcome.order_id)
      else {
        const { paid: order_id } = outcome
        result.paid.push({ ...presentEntry(entry), refno: found.refno, order_id })
      }
    }
  }
  return result
}

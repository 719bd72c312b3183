import { randomBytes } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Orm } from '#platform/server/db/client.ts'
import { sandbox_payments, sandbox_refunds } from '../tables.ts'
import {
  type PaymentProvider,
  type ProviderState,
  ProviderUnreachableError,
  RefundRefusedError,
} from './payment-provider.ts'

type SandboxRow = typeof sandbox_payments.$inferSelect

/** What each of the published test cards does; all other tokens are declined. */
const CARDS: Record<string, SandboxRow['status']> = {
  tok_visa: 'succeeded',
  tok_mastercard: 'succeeded',
  tok_chargeDeclined: 'declined',
  tok_threeDSecure2Required: 'requires_action',
  // The bank takes days; `answerAsBank` gives its answer.
  tok_slowBank: 'awaited',
  // The money is taken, but the response never arrives.
  tok_timeout: 'succeeded',
}

const stateOf = ({ ref, status, refno, amount_cents, currency }: SandboxRow): ProviderState => ({
  ref,
  status,
  refno,
  amount_cents,
  currency,
  client_secret: status === 'requires_action' ? secretOf(ref) : undefined,
  reason: status === 'declined' ? 'Your card was declined.' : undefined,
  decline: status === 'declined' ? 'declined' : undefined,
})

const secretOf = (ref: string) => `${ref}_secret`

/** The built-in test provider. It keeps its own books, as another company would, and moves no money. */
export function createSandbox(orm: Orm): PaymentProvider {
  async function find(ref: string): Promise<SandboxRow> {
    const [row] = await orm.select().from(sandbox_payments).where(eq(sandbox_payments.ref, ref))
    if (!row) throw new ProviderUnreachableError(`The sandbox knows no payment ${ref}`)
    return row
  }

  /** Only from `open` or `requires_action`; final states do not change. */
  async function become(ref: string, status: SandboxRow['status']): Promise<ProviderState> {
    await orm
      .update(sandbox_payments)
      .set({
        status,
        // Undefined leaves the column unchanged.
        charges: status === 'succeeded' ? sql`${sandbox_payments.charges} + 1` : undefined,
      })
      .where(
        and(
          eq(sandbox_payments.ref, ref),
          inArray(sandbox_payments.status, ['open', 'requires_action']),
        ),
      )
    return stateOf(await find(ref))
  }

  return {
    name: 'sandbox',

    async open({ id: key, refno, amount_cents, currency }) {
      const ref = `test_${randomBytes(12).toString('hex')}`
      await orm
        .insert(sandbox_payments)
        .values({ ref, key, refno, amount_cents, currency, status: 'open' })
        .onConflictDoNothing()
      const [row] = await orm.select().from(sandbox_payments).where(eq(sandbox_payments.key, key))
      if (!row) throw new Error('Unexpected empty answer to an insert')
      return stateOf(row)
    },

    async charge(_due, ref, card) {
      const state = await become(ref, CARDS[card] ?? 'declined')
      if (card === 'tok_timeout') throw new ProviderUnreachableError('The sandbox does not answer')
      return state
    },

    async read(ref) {
      return stateOf(await find(ref))
    },

    cancel: (ref) => become(ref, 'cancelled'),

    refund({ key, amount_cents }, ref) {
      return orm.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(sandbox_payments)
          .where(eq(sandbox_payments.ref, ref))
          .for('update')
        const earlierRefunds = await tx
          .select()
          .from(sandbox_refunds)
          .where(eq(sandbox_refunds.ref, ref))
        if (earlierRefunds.some((before) => before.key === key)) return
        const left = earlierRefunds.reduce(
          (rest, before) => rest - before.amount_cents,
          row?.amount_cents ?? 0,
        )
        if (row?.status !== 'succeeded' || left < amount_cents) {
          throw new RefundRefusedError('There is less money left.', left === 0)
        }
        await tx.insert(sandbox_refunds).values({ key, ref, amount_cents })
        await tx
          .update(sandbox_payments)
          .set({ refunds: row.refunds + 1 })
          .where(eq(sandbox_payments.ref, ref))
      })
    },

    async moneyBack(ref) {
      const madeRefunds = await orm
        .select()
        .from(sandbox_refunds)
        .where(eq(sandbox_refunds.ref, ref))
      return {
        refunds: madeRefunds.map(({ key, amount_cents }) => ({
          ref: key,
          key,
          amount_cents,
          failed: false,
        })),
        disputes: [],
      }
    },
  }
}

/** Plays the payer's bank, which approves or declines; returns false for an unknown secret. */
export async function answerAsBank(
  orm: Orm,
  clientSecret: string,
  approve: boolean,
): Promise<boolean> {
  const answered = await orm
    .update(sandbox_payments)
    .set(
      approve
        ? { status: 'succeeded', charges: sql`${sandbox_payments.charges} + 1` }
        : { status: 'declined' },
    )
    .where(
      and(
        eq(sql`${sandbox_payments.ref} || '_secret'`, clientSecret),
        inArray(sandbox_payments.status, ['requires_action', 'awaited']),
      ),
    )
    .returning({ ref: sandbox_payments.ref })
  return answered.length > 0
}

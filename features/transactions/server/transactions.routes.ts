import type { FastifyInstance } from 'fastify'
import { sqlState } from '#platform/server/db/database-errors.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { transactionsApi } from '../contract.ts'
import { addMessage } from './loans/transactions.answering.ts'
import {
  answerRequest,
  handOver,
  proposeDays,
  returnLoan,
  withdrawRequest,
} from './loans/transactions.changing.ts'
import { hideThanks, thank } from './loans/transactions.thanking.ts'
import { undoStep } from './loans/transactions.undoing.ts'
import { findAllowance } from './screening/transactions.quotas.ts'
import { askSeveral, createTransaction } from './transactions.asking.ts'
import { listTransactions, type TransactionFilter } from './transactions.listing.ts'
import { countNewTransactions, presentMessage } from './transactions.queries.ts'
import { keepView, markMessagesSeen } from './transactions.seeing.ts'
import type { Sending } from './transactions.telling.ts'
import { findSpeaker, type Speaker } from './who-sees.ts'

/** Per address; the limits that count are per account, in the rules. */
const SENDING_LIMIT = { max: 120, timeWindow: '1 minute' }

/** What only the constraints can see: an account that went away meanwhile, a request id used twice. */
async function explainConstraints<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const state = sqlState(error)
    if (state === '23503') throw new AppError('not_found')
    // Two loans of one thing overlap.
    if (state === '23P01') throw new AppError('already_lent')
    if (state === '23505') throw new AppError('conflict')
    throw error
  }
}

export function addTransactionRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  const inTransaction = <T>(work: (sending: Sending) => Promise<T>) =>
    explainConstraints(orm.transaction((db) => work({ db, mail: deps, now: clock() })))

  const speakerOf = ({ id, member_of }: Viewer): Speaker | Promise<Speaker> =>
    member_of === null ? { id, household: null } : findSpeaker(orm, id)
  const list = async (viewer: Viewer, filter: TransactionFilter) =>
    listTransactions(orm, { ...(await speakerOf(viewer)), lang: viewer.lang }, filter)

  const one = async (viewer: Viewer, transactionId: string) => {
    const [transaction] = await list(viewer, { transactionId })
    if (!transaction) throw new AppError('not_found')
    return transaction
  }
  /** A step of a loan, answered with the transaction as it is now. */
  const stepping =
    <B extends { transaction_id: string }>(
      step: (sending: Sending, userId: string, body: B) => Promise<void>,
    ) =>
    async ({ body, viewer }: { body: B; viewer: Viewer }) => {
      await inTransaction((sending) => step(sending, viewer.id, body))
      return one(viewer, body.transaction_id)
    }

  registerEndpoints(
    app,
    deps,
    'transactions',
    transactionsApi,
    {
      async list({ query, viewer }) {
        return list(viewer, {
          transactionId: query.transaction_id,
          before: query.before ? new Date(query.before) : undefined,
          role: query.role,
          state: query.state,
          search: query.search,
        })
      },
      async create({ body, viewer }) {
        const message = await inTransaction((sending) =>
          createTransaction(sending, viewer.id, body),
        )
        return one(viewer, message.transaction_id)
      },
      async ask({ body, viewer }) {
        const ids = await inTransaction((sending) => askSeveral(sending, viewer.id, body))
        return Promise.all(ids.map((id) => one(viewer, id)))
      },
      answer: stepping(answerRequest),
      propose: stepping(proposeDays),
      withdraw: stepping(withdrawRequest),
      handOver: stepping(handOver),
      return: stepping(returnLoan),
      undo: stepping(undoStep),
      async archive({ body: { transaction_id, archived }, viewer }) {
        await inTransaction(({ db }) => keepView(db, viewer.id, transaction_id, { archived }))
        return null
      },
      async mute({ body: { transaction_id, muted }, viewer }) {
        await inTransaction(({ db }) => keepView(db, viewer.id, transaction_id, { muted }))
        return null
      },
      thank: stepping(thank),
      hideThanks: stepping(({ db, now }, userId, body) => hideThanks(db, userId, body, now)),
      async sendMessage({ body, viewer }) {
        const message = await inTransaction((sending) =>
          addMessage(sending, viewer.id, body.transaction_id, body),
        )
        return presentMessage(message)
      },
      async markMessagesSeen({ body, viewer }) {
        await inTransaction(({ db, now }) =>
          markMessagesSeen(db, viewer.id, body.transaction_id, now),
        )
        return null
      },
      async allowance({ viewer }) {
        const { left, more_at } = await findAllowance(
          orm,
          deps.settings.current().limits,
          viewer.id,
          clock(),
        )
        return { left, more_at: more_at.toISOString() }
      },
      async getNumberOfNewTransactions({ viewer }) {
        return { count: await countNewTransactions(orm, viewer.id) }
      },
    },
    {
      create: SENDING_LIMIT,
      ask: SENDING_LIMIT,
      answer: SENDING_LIMIT,
      propose: SENDING_LIMIT,
      thank: SENDING_LIMIT,
      sendMessage: SENDING_LIMIT,
    },
  )
}

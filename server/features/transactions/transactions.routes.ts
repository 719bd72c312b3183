import { transactionsApi } from '@letterlend/contract/transactions.ts'
import type { FastifyInstance } from 'fastify'
import { sqlState } from '../../db/database-errors.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { addMessage } from './transactions.answering.ts'
import { createTransaction } from './transactions.asking.ts'
import {
  countNewTransactions,
  findSpeaker,
  listTransactions,
  presentMessage,
  type TransactionFilter,
} from './transactions.queries.ts'
import type { Speaker } from './transactions.rules.ts'
import { markMessagesSeen } from './transactions.seeing.ts'
import type { Sending } from './transactions.telling.ts'

/** Per address; the limits that count are per account, in the rules. */
const SENDING_LIMIT = { max: 120, timeWindow: '1 minute' }

/** What only the constraints can see: an account that went away meanwhile, a request id used twice. */
async function explainConstraints<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const state = sqlState(error)
    if (state === '23503') throw new AppError('not_found')
    if (state === '23505') throw new AppError('conflict')
    throw error
  }
}

export function addTransactionRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, mails, config } = deps
  const { orm } = database
  const inTransaction = <T>(work: (sending: Sending) => Promise<T>) =>
    explainConstraints(orm.transaction((db) => work({ db, mail: { mails, config }, now: clock() })))

  const speakerOf = ({ id, member_of }: Viewer): Speaker | Promise<Speaker> =>
    member_of === null ? { id, household: null } : findSpeaker(orm, id)
  const list = async (viewer: Viewer, filter: TransactionFilter) =>
    listTransactions(orm, { ...(await speakerOf(viewer)), lang: viewer.lang }, filter)

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
        })
      },
      async create({ body, viewer }) {
        const message = await inTransaction((sending) =>
          createTransaction(sending, viewer.id, body),
        )
        const [transaction] = await list(viewer, {
          transactionId: message.transaction_id,
        })
        if (!transaction) throw new AppError('not_found')
        return transaction
      },
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
      async getNumberOfNewTransactions({ viewer }) {
        return { count: await countNewTransactions(orm, viewer.id) }
      },
    },
    { create: SENDING_LIMIT, sendMessage: SENDING_LIMIT },
  )
}

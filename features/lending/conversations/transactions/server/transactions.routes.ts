import type { FastifyInstance } from 'fastify'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { transactionsApi } from '../contract.ts'
import { explainConstraints } from './calls-that-write.ts'
import { listTransactions, type TransactionFilter } from './listing.ts'
import { readQuotation } from './messages/quotations.queries.ts'
import { keepView, markMessagesSeen } from './messages/seeing.ts'
import { addMessage } from './messages/writing.ts'
import { answerHeldReply, findHeldReply } from './replies/held-replies.ts'
import type { Sending } from './sending.ts'
import { countNewTransactions, presentMessage } from './transactions.queries.ts'
import { countWaitingFor } from './waiting-for.queries.ts'
import { speakerOf } from './who-sees.ts'

export function addTransactionRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  const inTransaction = <T>(work: (sending: Sending) => Promise<T>) =>
    explainConstraints(orm.transaction((db) => work({ db, deps, now: clock() })))

  const list = async (viewer: Viewer, filter: TransactionFilter) =>
    listTransactions(orm, { lang: viewer.lang, ...(await speakerOf(orm, viewer)) }, filter)
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
          ...(query.state === 'waiting' ? { waitingAt: momentOf(deps) } : { state: query.state }),
          search: query.search,
        })
      },
      async archive({ body: { transaction_id, archived }, viewer }) {
        await inTransaction(({ db }) => keepView(db, viewer.id, transaction_id, { archived }))
        return null
      },
      async mute({ body: { transaction_id, muted }, viewer }) {
        await inTransaction(({ db }) => keepView(db, viewer.id, transaction_id, { muted }))
        return null
      },
      async sendMessage({ body, viewer }) {
        const message = await inTransaction((sending) =>
          addMessage(sending, viewer.id, body.transaction_id, body),
        )
        return presentMessage(message)
      },
      async readQuoted({ query, viewer }) {
        const ids = { transactionId: query.transaction_id, messageId: query.message_id }
        return { text: await readQuotation(orm, await speakerOf(orm, viewer), ids) }
      },
      async heldReply({ body: { token } }) {
        const { text, from_address, written_at } = await findHeldReply(orm, token, clock())
        return { text, from: from_address, written_at: written_at.toISOString() }
      },
      async answerHeldReply({ body: { token, answer } }) {
        await inTransaction((sending) => answerHeldReply(sending, deps, token, answer === 'yes'))
        return null
      },
      async markMessagesSeen({ body, viewer }) {
        await inTransaction(({ db, now }) =>
          markMessagesSeen(db, viewer.id, body.transaction_id, now),
        )
        return null
      },
      async getNumberOfWaitingTransactions({ viewer }) {
        const speaker = await speakerOf(orm, viewer)
        return { count: await countWaitingFor(orm, speaker, momentOf(deps)) }
      },
      async getNumberOfNewTransactions({ viewer }) {
        return { count: await countNewTransactions(orm, viewer.id) }
      },
    },
    {
      sendMessage: 'sending',
    },
  )
}

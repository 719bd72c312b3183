import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#features/lending/conversations/transactions/server/door.ts'
import { speakerOf } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { messagesApi } from '../contract.ts'
import { presentMessage } from './presenting.ts'
import { readQuotation } from './quotations.queries.ts'
import { answerHeldReply, findHeldReply } from './replies/held-replies.ts'
import { markMessagesSeen } from './seeing.ts'
import { addMessage } from './writing.ts'

export function addMessageRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  const { orm } = deps.database
  registerEndpoints(
    app,
    deps,
    'transactions',
    messagesApi,
    {
      async sendMessage({ body, viewer }) {
        const message = await inTransaction(deps, (sending) =>
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
        await inTransaction(deps, (sending) =>
          answerHeldReply(sending, deps, token, answer === 'yes'),
        )
        return null
      },
      async markMessagesSeen({ body, viewer }) {
        await inTransaction(deps, ({ db, now }) =>
          markMessagesSeen(db, viewer.id, body.transaction_id, now),
        )
        return null
      },
    },
    { sendMessage: 'sending' },
  )
}

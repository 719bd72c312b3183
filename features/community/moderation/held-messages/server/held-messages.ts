import { DECIDED_MESSAGES } from '#features/people/decisions/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { answering } from '#platform/server/questions.ts'
import { addHeldMessageRoutes } from './held-messages.routes.ts'
import { messageRefused } from './mails/message-refused.ts'
import { forgetRefusedOf, readRefused } from './telling.ts'

export const heldMessages: Feature = {
  name: 'held-messages',
  routes: addHeldMessageRoutes,
  answers: [answering(DECIDED_MESSAGES, readRefused)],
  mails: [messageRefused],
  notExported: {
    refused_messages: 'which messages a decision refused; messages and decisions are exported',
  },
  removal: { before: (tx, _deps, { account }) => forgetRefusedOf(tx, account.id) },
}

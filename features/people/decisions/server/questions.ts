import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { defineQuestion } from '#platform/server/questions.ts'

export interface DecidedMessage {
  decision_id: string
  text: string
  created_at: Date
}

/**
 * The messages that some decisions are about, as far as the viewer may read them. Records that they
 * were read.
 */
export type MessagesOfDecisions = (
  db: Db,
  viewer: Viewer,
  decisionIds: readonly string[],
  now: Date,
) => Promise<DecidedMessage[]>

/** Answered by nouns that decide about messages: which messages belong to a decision. */
export const DECIDED_MESSAGES = defineQuestion<MessagesOfDecisions>('messages of decisions')

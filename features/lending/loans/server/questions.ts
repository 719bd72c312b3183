import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { Thing } from './hopeless-requests.queries.ts'

/** Ids of the members who wait for a thing, and are notified when it is their turn. */
export const WAITING =
  defineQuestion<(db: Db, thing: Thing) => Promise<string[]>>('who waits for a thing')

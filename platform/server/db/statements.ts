import { channel } from 'node:diagnostics_channel'
import type { Logger } from 'drizzle-orm'

/** A statement as it is sent to the database. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Each statement is published on this channel of Node before it is sent; tests and benchmarks count them. */
export const STATEMENTS = 'letterlend.statements'
const statements = channel(STATEMENTS)

/** The logger of the ORM. */
export const statementLogger: Logger = {
  logQuery(text, values) {
    if (statements.hasSubscribers) statements.publish({ text, values } satisfies Statement)
  },
}

/** What ends a transaction. */
const ENDS = ['commit', 'rollback']

/**
 * The same for one transaction. A part of a `Promise.all` that is still under way when another part has failed must not go
 * on after the rollback: its connection may be another call's by then. So a statement that is sent too late throws.
 */
export function loggerOfTransaction(): { logger: Logger; end: () => void } {
  let isOver = false
  return {
    logger: {
      logQuery(text, values) {
        if (isOver && !ENDS.includes(text)) throw new Error(`The transaction is over: ${text}`)
        statementLogger.logQuery(text, values)
      },
    },
    end: () => {
      isOver = true
    },
  }
}

import { channel } from 'node:diagnostics_channel'
import type { Logger } from 'drizzle-orm'

/** A statement as it is sent to the database. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Every statement is published on this diagnostics channel before it is sent; tests and benchmarks count them. */
export const STATEMENTS = 'letterlend.statements'
const statements = channel(STATEMENTS)

export const statementLogger: Logger = {
  logQuery(text, values) {
    if (statements.hasSubscribers) statements.publish({ text, values } satisfies Statement)
  },
}

/** Statements that end a transaction. */
const ENDS = ['commit', 'rollback']

/**
 * A logger for one transaction. A branch of a `Promise.all` that is still running when another branch has failed must
 * not continue after the rollback: another call may be using its connection by then. So a late statement throws.
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

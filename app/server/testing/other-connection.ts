import pg from 'pg'
import type { TestApp } from './test-app.ts'

/** A second connection to a test's PostgreSQL, for changes beside its app. */
export interface OtherConnection {
  client: pg.Client
  /** Whether a transaction waits for a row that another one holds. */
  isSomebodyWaiting(): Promise<boolean>
}

export async function connectBeside(test: TestApp): Promise<OtherConnection> {
  const client = new pg.Client({ connectionString: test.testDatabase.url })
  await client.connect()
  return {
    client,
    async isSomebodyWaiting() {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    },
  }
}

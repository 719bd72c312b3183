import pg from 'pg'
import type { TestApp } from './test-app.ts'

/** Another connection to the PostgreSQL of a test, for what happens beside its app. */
export interface OtherConnection {
  client: pg.Client
  /** Whether anybody waits for a row that another transaction holds. */
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

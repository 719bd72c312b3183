import pg from 'pg'
import { largeCommunity } from '#app/server/testing/large-community.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'

/** Rows of each table that grows with a community. */
export const ROWS = 100_000

/** Fills a database that a server has made ready, and opens a session of an admin in it. */
export async function fillBackOffice(url: string): Promise<{ token: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // One announcement per row and a look-up per reference would take most of the time.
    await client.query('SET session_replication_role = replica')
    await client.query('SET synchronous_commit = off')
    for (const statement of largeCommunity(ROWS)) await client.query(statement)
    const token = newSecret()
    await client.query(
      `WITH admin AS (
         INSERT INTO users (email, firstname, lastname, role_id, email_confirmed_at)
         VALUES ('admin@lend.example', 'Ada', 'Min', 3, now()) RETURNING id)
       INSERT INTO tokens (kind, token_hash, user_id, expires_at)
       SELECT 'session', $1, id, now() + interval '1 hour' FROM admin`,
      [hashSecret(token)],
    )
    await client.query('VACUUM ANALYZE')
    return { token }
  } finally {
    await client.end()
  }
}

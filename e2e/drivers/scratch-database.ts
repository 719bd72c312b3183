import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { findPostgres } from '../../scripts/postgres.mjs'

export interface ScratchDatabase {
  url: string
  drop(): Promise<void>
}

/** A new empty database on the PostgreSQL server of the other tests. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const server = await findPostgres()
  if (!server) throw new Error('No PostgreSQL found: set TEST_DATABASE_URL.')
  const name = `letterlend_e2e_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
      await server.stop()
    },
  }
}

import type pg from 'pg'
import { askOn, type Config, type RowStatement } from './named-query.ts'

/** What the ORM needs of a connection. */
export interface Asker {
  query(config: Config, values?: unknown[]): Promise<pg.QueryResult>
}

/** What prepared statements need of a connection, or of the embedded database. */
export interface RowAsker {
  rows(statement: RowStatement, values: unknown[]): Promise<unknown[][]>
}

/** The client of the ORM: what it puts together goes by `query`, statements that are put together once by `rows`. */
export function askingRows(asker: Asker): Asker & RowAsker {
  const client: Asker & RowAsker = {
    query: (config, values) => asker.query(config, values),
    // By the client's own `query`: whoever watches that sees all that is asked.
    rows: async (statement, values) => (await client.query(statement, values)).rows,
  }
  return client
}

interface Asked {
  config: Config
  values: unknown[] | undefined
  resolve(result: pg.QueryResult): void
  reject(error: unknown): void
}

function askOnOne(pool: pg.Pool, all: readonly Asked[]): void {
  pool.connect((failure, client, release) => {
    if (!client) {
      for (const { reject } of all) reject(failure)
      return
    }
    const settlings: (() => void)[] = []
    let hasFailed = false
    const { stream } = client.connection
    // Together they leave in one write.
    stream.cork()
    for (const { config, values, resolve, reject } of all) {
      askOn(client, config, values, (error, result) => {
        hasFailed ||= Boolean(error)
        settlings.push(() => (error ? reject(error) : resolve(result)))
        if (settlings.length < all.length) return
        // What failed may be the connection, or its server, which takes no writes any more. It is given back before
        // anybody goes on, who may ask again.
        release(hasFailed)
        for (const settle of settlings) settle()
      })
    }
    stream.uncork()
  })
}

/** Runs queries on one connection, each by itself. */
export const askingOn = (client: pg.ClientBase): Asker => ({
  query: (config, values) =>
    new Promise((resolve, reject) => {
      askOn(client, config, values, (error, result) => (error ? reject(error) : resolve(result)))
    }),
})

/**
 * Runs queries on a pool of pipelining connections. Those that are begun before the process turns to something
 * else, such as the parts of a `Promise.all`, go out on one connection in one write and come back in one round
 * trip, each with a result or an error of its own. The server runs them in that order, so a slow query holds up
 * those that went out with it, and none of another call.
 */
export function askingTogether(pool: pg.Pool): Asker {
  let waiting: Asked[] = []
  return {
    query(config, values) {
      return new Promise((resolve, reject) => {
        waiting.push({ config, values, resolve, reject })
        if (waiting.length > 1) return
        // Runs once all that can go on without waiting has gone on.
        process.nextTick(() => {
          const all = waiting
          waiting = []
          askOnOne(pool, all)
        })
      })
    },
  }
}

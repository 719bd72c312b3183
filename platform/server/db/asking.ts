import type pg from 'pg'

type Config = string | pg.QueryConfig | pg.QueryArrayConfig

/** What the ORM needs of a connection. */
export interface Asker {
  query(config: Config, values?: unknown[]): Promise<pg.QueryResult>
}

interface Asked {
  config: Config
  values: unknown[] | undefined
  resolve(result: pg.QueryResult): void
  reject(error: unknown): void
}

async function askOnOne(pool: pg.Pool, all: readonly Asked[]): Promise<void> {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    for (const { reject } of all) reject(error)
    return
  }
  const { stream } = client.connection
  // Together they leave in one write.
  stream.cork()
  const answers = all.map(async ({ config, values, resolve, reject }) => {
    try {
      resolve(await client.query(config, values))
      return true
    } catch (error) {
      reject(error)
      return false
    }
  })
  stream.uncork()
  const areAnswered = await Promise.all(answers)
  // What failed may be the connection, or its server, which takes no writes any more.
  client.release(areAnswered.includes(false))
}

/**
 * Asks a pool of pipelining connections. What is asked before the process turns to something else, such as
 * the parts of a `Promise.all`, goes out on one connection in one write and comes back in one round trip,
 * each with an answer or an error of its own. It is answered in the order in which it was asked, so a
 * question that takes long holds up those asked along with it, and none of another call.
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
          void askOnOne(pool, all)
        })
      })
    },
  }
}

import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { startTcpProxy, type TcpProxy } from '#app/server/testing/tcp-proxy.ts'
import { createTestApp } from '#app/server/testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { generalFeedbacksApi } from '#features/community/moderation/contract.ts'
import { type Database, postgresDatabase } from './client.ts'
import { Listener } from './listener.ts'
import { clientsOf, NoWritableServerError } from './servers.ts'

/** A server that the test makes writable or read-only; when read-only it shows a read-only copy of the database. */
interface Server {
  line: TcpProxy
  writes: boolean
}

let primary: TestDatabase
let twin: TestDatabase
let a: Server
let b: Server
const opened: Database[] = []

const nameOf = ({ url }: TestDatabase) => new URL(url ?? '').pathname.slice(1)

async function startServer(writes: boolean): Promise<Server> {
  const { hostname: host, port } = new URL(primary.url ?? '')
  const server: Server = {
    writes,
    line: await startTcpProxy({ host, port: Number(port || 5432) }, (first) =>
      server.writes
        ? first
        : Buffer.from(first.toString('latin1').replace(nameOf(primary), nameOf(twin)), 'latin1'),
    ),
  }
  return server
}

function urlOf(...servers: Server[]): string {
  const url = new URL(primary.url ?? '')
  const hosts = servers.map(({ line }) => `127.0.0.1:${line.port}`).join(',')
  return url.href.replace(url.host, hosts)
}

async function open(...servers: Server[]): Promise<Database> {
  const database = await postgresDatabase(urlOf(...servers))
  opened.push(database)
  return database
}

const databaseSeenBy = async (database: Database) =>
  (await database.query<{ name: string }>('SELECT current_database() AS name'))[0]?.name

beforeAll(async () => {
  primary = await createTestDatabase()
  twin = await createTestDatabase()
  await twin.database.query(`ALTER DATABASE ${nameOf(twin)} SET default_transaction_read_only = on`)
  a = await startServer(true)
  b = await startServer(false)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
  Object.assign(a, { writes: true })
  Object.assign(b, { writes: false })
})
afterAll(async () => {
  await a.line.close()
  await b.line.close()
  await primary.drop()
  await twin.drop()
})

describe('several database servers', () => {
  it('are searched for the writable one, in any order', async () => {
    expect(await databaseSeenBy(await open(a, b))).toBe(nameOf(primary))
    expect(await databaseSeenBy(await open(b, a))).toBe(nameOf(primary))
  })

  it('can change roles: old connections are cut, and new ones go to the writable server', async () => {
    const database = await open(a, b)
    expect(await databaseSeenBy(database)).toBe(nameOf(primary))
    await a.line.goDown()
    await expect(database.query('SELECT 1')).rejects.toThrow()
    b.writes = true
    await vi.waitFor(
      async () => expect(await databaseSeenBy(database)).toBe(nameOf(primary)),
      5_000,
    )
    a.writes = false
    await a.line.comeBack()
    expect(await databaseSeenBy(database)).toBe(nameOf(primary))
  })

  it('without a writable one are reported as an outage', async () => {
    a.writes = false
    const refused = await open(a, b).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NoWritableServerError)
    expect(String(refused)).toMatch(
      /127\.0\.0\.1:\d+ \(read-only\), 127\.0\.0\.1:\d+ \(read-only\)/,
    )
  })

  it('are usable if one of them hangs', async () => {
    const silent = await startTcpProxy({ host: '127.0.0.1', port: a.line.port }, () =>
      Buffer.alloc(0),
    )
    const database = await open({ line: silent, writes: true }, a)
    expect(await databaseSeenBy(database)).toBe(nameOf(primary))
    await silent.close()
  })

  it('send the notifications of the writable one', async () => {
    const database = await open(b, a)
    const heard = new Promise((onPayload) => {
      void database
        .listen({ channel: 'test_channel', onPayload })
        .then(() => primary.database.query(`SELECT pg_notify('test_channel', 'hello')`))
    })
    expect(await heard).toBe('hello')
  })
})

describe('a primary that became read-only', () => {
  it('makes changes return 503 with Retry-After, and loses the connection of each', async () => {
    const database = await open(a)
    const test = await createTestApp({ deps: { database } })
    const author = await createUser(database.orm, {})
    const body = { type: 'missing_function', content: 'Where is the dark theme?' } as never
    const send = () => test.call(generalFeedbacksApi.send, { as: author.token, body })
    const admin = primary.database
    await admin.query(`ALTER DATABASE ${nameOf(primary)} SET default_transaction_read_only = on`)
    await a.line.goDown()
    await a.line.comeBack()
    const answer = await send()
    const change = () => database.orm.transaction((tx) => tx.execute(sql`DELETE FROM wishes`))
    // The app may not have noticed yet that a connection has just ended.
    await vi.waitFor(() => expect(change()).rejects.toMatchObject({ cause: { code: '25006' } }))
    await admin.query(`ALTER DATABASE ${nameOf(primary)} RESET default_transaction_read_only`)
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    // A new connection can write again; the previous one could not, had it been kept. Other connections of that time,
    // which the app used meanwhile, are dropped one by one.
    await vi.waitFor(change)
    await test.close()
  })
})

it('a listener notices a server that hangs, and reports that connections to it are dead', async () => {
  const hanging = await startServer(true)
  const servers = clientsOf(urlOf(hanging))
  const error = vi.fn()
  let listener: Listener | undefined
  await new Promise<void>((silence) => {
    const limits = { askEvery: 20, limit: 200, grace: 50 }
    listener = new Listener(servers, { error, silence }, limits)
    void listener
      .listen({ channel: 'test_channel', onPayload: () => {} })
      .then(() => hanging.line.hang())
  })
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ message: expect.any(String) }))
  await listener?.close()
  await hanging.line.close()
})

it('a client without options has the Client class of pg', () => {
  expect(clientsOf('postgres://a/lend').Client).toBe(pg.Client)
})

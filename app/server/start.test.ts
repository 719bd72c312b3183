import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/client.ts'
import { seedDemo } from './demo/demo.ts'
import { offerOnce, startServer } from './start.ts'
import { startedBefore } from './testing/test-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-start-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** For a separate database in production. */
const settings = (name: string, more: Record<string, string>) =>
  readConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://lend.example',
    DATA_DIR: join(folder, name),
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    STREET_MAP: 'off',
    ...more,
  })
const start = async (config: ReturnType<typeof settings>) => {
  const server = await startServer(config)
  await server.stop()
  return server
}

it('a start in production has no demo admin, even in a database that was filled before', async () => {
  const config = settings('demo', { DEMO: 'on' })
  await startedBefore(config.dataDir)
  const before = await openDatabase(config)
  await seedDemo(before, { count: 10 })
  await before.close()
  const { demoAccounts } = await start(config)
  expect(demoAccounts.map(({ role }) => role)).toEqual(['demo', 'borrower'])
}, 60_000)

it('a start continues without the set-up link if the database connection breaks, and fails for other errors', async () => {
  const offer = async (error: Error) => {
    const warn = vi.fn()
    const withLock = () => Promise.reject(error)
    const asked = offerOnce({ orm: {} as never, withLock }, settings('offer', {}), new Date(), {
      warn,
    })
    return { setUp: await asked, warned: warn.mock.calls.length }
  }
  const gone = new Error('Connection terminated unexpectedly')
  expect(await offer(gone)).toEqual({ setUp: null, warned: 1 })
  await expect(offer(new Error('a defect'))).rejects.toThrow('a defect')
})

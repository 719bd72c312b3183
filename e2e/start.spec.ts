import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { dataFolder } from './drivers/data-folder.ts'
import {
  freePort,
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from './drivers/server-process.ts'

test.describe('a start that cannot succeed says why in one sentence', () => {
  let folder: ScratchFolder
  const running: ServerProcess[] = []

  test.beforeEach(() => {
    folder = scratchFolder()
  })
  test.afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.kill()))
    folder.remove()
  })

  async function start(settings: Record<string, string>, port?: number): Promise<ServerProcess> {
    const server = await spawnServer({ DATA_DIR: folder.path, ...settings }, port)
    running.push(server)
    return server
  }

  /** Expects one readable line on stderr, and exit code 1. */
  async function expectRefusal(server: ServerProcess, words: RegExp): Promise<void> {
    expect(await server.exited).toEqual({ code: 1, signal: null })
    const lines = server.stderr.trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(words)
    expect(lines[0]).not.toMatch(/\bat .*:\d+:\d+/)
  }

  test('on a data folder in use', async () => {
    await dataFolder(folder)
    const first = await (await start({})).ready()
    await expectRefusal(await start({}), /already running on .*DATA_DIR/)
    const answer = await fetch(`${first.origin}/readyz`)
    expect(answer.status, 'the first one is not disturbed').toBe(200)
  })

  test('of several that start on one data folder at once, exactly one runs', async () => {
    await dataFolder(folder)
    const servers = await Promise.all([1, 2, 3].map(() => start({})))
    const outcomes = await Promise.all(
      servers.map((server) =>
        Promise.race([server.ready().then(() => 'runs'), server.exited.then(() => 'refused')]),
      ),
    )
    expect(outcomes.sort()).toEqual(['refused', 'refused', 'runs'])
  })

  test('on a port that is taken', async () => {
    await dataFolder(folder)
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    try {
      await expectRefusal(await start({}, port), /port is taken/)
    } finally {
      other.close()
    }
  })

  const wrongSettings = {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://localhost/letterlend',
    SMTP_URL: 'mail.example.org',
    PUBLIC_URL: 'lend.example.org',
    CAPTCHA: 'maybe',
    GEOCODER: 'nobody',
    MAP_LAYERS: 'round',
    STREET_MAP: 'region.pmtiles,',
  }
  for (const [name, value] of Object.entries(wrongSettings)) {
    test(`with ${name}=${value}`, async () => {
      await expectRefusal(await start({ [name]: value }), new RegExp(`^${name}="${value}" `))
    })
  }

  test('in production without its public address', async () => {
    await expectRefusal(
      await start({ NODE_ENV: 'production', PUBLIC_URL: '' }),
      /PUBLIC_URL is missing/,
    )
  })

  test('without the street map that was named', async () => {
    await expectRefusal(
      await start({ STREET_MAP: 'none.pmtiles' }),
      /^STREET_MAP: .* does not exist/,
    )
  })

  test('when no PostgreSQL answers', async () => {
    const port = await freePort()
    const server = await start({ DATABASE_URL: `postgres://lend@127.0.0.1:${port}/lend` })
    await expectRefusal(server, /No PostgreSQL answers/)
  })

  test('when the data folder cannot be created', async () => {
    const file = join(folder.path, 'a-file')
    writeFileSync(file, '')
    await expectRefusal(
      await start({ DATA_DIR: join(file, 'data') }),
      /^DATA_DIR=.* cannot be written/,
    )
  })
})

import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { Api } from './drivers/api.ts'
import { madeRelease, RELEASE_WITHIN_MS } from './drivers/made-release.ts'
import { TILE, walkMainPath } from './drivers/main-path.ts'
import { scratchFolder, spawnServer } from './drivers/server-process.ts'
import { SlowLogin } from './drivers/slow-login.ts'

const run = promisify(execFile)

const VISITORS = 8

/** All supported Node lines if CI provides them (`scripts/node-lines.mjs`), otherwise the current one. */
const programs = process.env.NODE_PROGRAMS?.trim().split('\n') ?? [process.execPath]

/** Sends requests continuously until the server stops responding. */
async function askUntilGone(api: Api): Promise<number[]> {
  const statuses: number[] = []
  for (;;) {
    const answer = await api.request('GET', TILE).catch(() => null)
    if (!answer) return statuses
    statuses.push(answer.status)
  }
}

let release: string
const built = (name: string) => join(release, 'dist', 'server', `${name}.js`)

test.beforeAll(async () => {
  test.setTimeout(RELEASE_WITHIN_MS)
  release = await madeRelease()
})

for (const program of programs) {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()

  test(`Node ${version}: a release starts, serves many requests and stops without a warning @servers`, async () => {
    const folder = scratchFolder()
    const settings = { DATA_DIR: folder.path }
    const entry = built('main')
    const server = await spawnServer(settings, undefined, { program, entry })
    try {
      await server.ready()
      const stream = await walkMainPath(server.origin)
      const api = new Api(server.origin)
      const login = new SlowLogin(server.origin)
      await login.begun
      const visitors = Array.from({ length: VISITORS }, () => askUntilGone(api))
      await api.get(TILE)
      const begin = Date.now()
      const stopped = server.stop()
      const statuses = (await Promise.all(visitors)).flat()
      expect(new Set(statuses)).toEqual(new Set([200]))
      const answer = await login.finish()
      expect([answer.status, answer.connection]).toEqual([401, 'close'])
      expect(await stream.ended).toBe('by the server')
      expect(await stopped).toEqual({ code: 0, signal: null })
      expect(Date.now() - begin).toBeLessThan(10_000)
      expect(server.stderr).toBe('')

      const options = { cwd: folder.path, env: { ...settings, PATH: '/nowhere' } }
      const backup = join(folder.path, 'backup')
      for (const args of [
        [built('admin'), 'list'],
        [built('backup'), backup],
      ]) {
        const { stdout, stderr } = await run(program, args, options)
        expect([stderr, stdout]).toEqual(['', expect.stringMatching(/\w/)])
      }
    } finally {
      await server.kill()
      folder.remove()
    }
  })
}

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { madeRelease } from './drivers/made-release.ts'
import { walkMainPath } from './drivers/main-path.ts'
import { ROOT, scratchFolder, spawnServer } from './drivers/server-process.ts'

const run = promisify(execFile)

const has = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/**
 * Builds a package into a folder from an existing release, as `npm run release -- --deb` does, but without
 * compressing it, which would take a core for a minute. `scripts/release-deb.test.ts` checks that builds are
 * reproducible.
 */
const MAKE = `
  const { makeDeb, UNPACKED } = await import(${JSON.stringify(join(ROOT, 'scripts', 'release-deb.mjs'))})
  const { describeVersion } = await import(${JSON.stringify(join(ROOT, 'scripts', 'project.mjs'))})
  const [release, to, umask] = process.argv.slice(1)
  process.umask(parseInt(umask, 8))
  console.log(await makeDeb(release, describeVersion(), to, UNPACKED))`

test('a package for Debian is reproducible bit for bit, and passes the main path with its own Node @servers', async () => {
  test.setTimeout(600_000)
  if (process.platform !== 'linux' || !has('dpkg-deb')) {
    console.log('the package for Debian was NOT TESTED: dpkg-deb is not installed')
    return
  }
  const scratch = scratchFolder()
  const at = (name: string) => join(scratch.path, name)
  try {
    const release = await madeRelease()
    const made: string[] = []
    for (const [umask, TZ] of [
      ['022', 'UTC'],
      ['077', 'Pacific/Auckland'],
    ]) {
      const to = at(`made with ${umask}`)
      await mkdir(to)
      const args = ['--input-type=module', '--eval', MAKE, release, to, `${umask}`]
      const { stdout } = await run(process.execPath, args, { env: { ...process.env, TZ } })
      made.push(stdout.trim())
    }
    const sums = made.map(async (file) =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    )
    expect(new Set(await Promise.all(sums)).size).toBe(1)

    const [file = ''] = made
    await run('dpkg-deb', ['--extract', file, at('root')])
    const library = at('root/usr/lib/letterlend/release')
    const unit = await readFile(at('root/usr/lib/systemd/system/letterlend.service'), 'utf8')
    const [, program = '', flag, entry = ''] =
      /^ExecStart=(\S+\/bin\/node) (\S+) (\S+)$/m.exec(unit) ?? []
    expect(flag).toBe('--enable-source-maps')
    const inside = (path: string) => path.replace('/usr/lib/letterlend/current', library)
    const server = await spawnServer(
      { DATA_DIR: at('data'), DOTENV_PATH: at('root/etc/letterlend/env'), PATH: '/nowhere' },
      undefined,
      { program: inside(program), entry: inside(entry) },
    )
    try {
      await server.ready()
      const stream = await walkMainPath(server.origin)
      expect(await server.stop()).toEqual({ code: 0, signal: null })
      expect(await stream.ended).toBe('by the server')
      expect(server.stderr).toBe('')
    } finally {
      await server.kill()
    }
  } finally {
    scratch.remove()
  }
})

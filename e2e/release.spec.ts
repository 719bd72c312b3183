import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { ROOT, scratchFolder, spawnServer } from './drivers/server-process.ts'
import { SlowLogin } from './drivers/slow-login.ts'

const run = promisify(execFile)

/** Somebody who may read and write nothing but what is open to all; an administrator can be anybody. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined

/** All files below, with when each was changed. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  )
  return names.map((name, i) => `${name} ${times[i]}`).sort()
}

test('a release starts with node alone, writes nothing but its data and stops cleanly @servers', async () => {
  test.slow()
  const scratch = scratchFolder()
  await chmod(scratch.path, 0o755)
  const [release, data, home] = ['release', 'data', 'home'].map((name) => join(scratch.path, name))
  if (!release || !data || !home) throw new Error('Three names make three paths')
  try {
    await run(process.execPath, ['scripts/release.mjs', '--out', release], { cwd: ROOT })
    for (const folder of [data, home]) {
      await mkdir(folder)
      if (nobody) await chown(folder, nobody, nobody)
    }
    await chmod(home, 0o500)
    await chmod(release, 0o555)
    const before = await filesOf(release)
    await expect(run(process.execPath, [join(release, 'switch.mjs'), '--help'])).rejects.toThrow(
      'node switch.mjs [RELEASE]',
    )

    const server = await spawnServer(
      { DATA_DIR: data, HOME: home, NODE_ENV: 'production', PATH: '/nowhere' },
      undefined,
      { entry: join(release, 'dist', 'server', 'main.js'), uid: nobody },
    )
    try {
      await server.ready()
      const page = await fetch(server.origin)
      const script = /<script[^>]* src="([^"]+)"/.exec(await page.text())?.[1]
      expect((await fetch(`${server.origin}${script}`)).status).toBe(200)

      const version = await readFile(join(release, 'VERSION'), 'utf8')
      const { version: answered } = await (await fetch(`${server.origin}/api/v1/config`)).json()
      expect(version).toMatch(new RegExp(`^letterlend ${answered}\\n`))

      const login = new SlowLogin(server.origin)
      await login.begun
      const begin = Date.now()
      // As a service manager does that passes on to all what it was told itself.
      const stopped = Promise.all([server.stop(), server.stop(), server.stop()])
      const isOpen = () => fetch(`${server.origin}/healthz`).then(Boolean, () => false)
      await expect.poll(isOpen).toBe(false)
      const answer = await login.finish()
      expect([answer.status, answer.connection]).toEqual([401, 'close'])
      expect((await stopped)[0]).toEqual({ code: 0, signal: null })
      expect(Date.now() - begin).toBeLessThan(10_000)
      expect(await readdir(data), 'the lock of the database is gone').toEqual(['database'])
    } finally {
      await server.kill()
    }

    const command = join(release, 'dist', 'server', 'admin.js')
    const env = { DATA_DIR: data, HOME: home, PATH: '/nowhere' }
    const options = { env, cwd: home, ...(nobody && { uid: nobody, gid: nobody }) }
    const { stdout } = await run(process.execPath, [command, 'list'], options)
    expect(stdout).toContain('Nobody administers this community yet')

    expect(await filesOf(release)).toEqual(before)
    expect(await readdir(home)).toEqual([])
    expect(await readFile(join(release, 'VERSION'), 'utf8')).toMatch(/^letterlend \d+\.\d+\.\d+/)
  } finally {
    await chmod(release, 0o755).catch(() => {})
    scratch.remove()
  }
})

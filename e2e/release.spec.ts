import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { documentedPaths, documentedPrograms } from '../scripts/documented.mjs'
import { madeRelease } from './drivers/made-release.ts'
import { ROOT, scratchFolder, spawnServer } from './drivers/server-process.ts'
import { SlowLogin } from './drivers/slow-login.ts'

const run = promisify(execFile)

/** A user without special permissions; only root can switch to it. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined

/** All files below a folder, with their modification times. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  )
  return names.map((name, i) => `${name} ${times[i]}`).sort()
}

test('a release needs only node, writes only its data and stops cleanly @servers', async () => {
  test.slow()
  const scratch = scratchFolder()
  await chmod(scratch.path, 0o755)
  const [release, data, home] = ['release', 'data', 'home'].map((name) => join(scratch.path, name))
  if (!release || !data || !home) throw new Error('Three names make three paths')
  try {
    // A separate, read-only copy.
    await cp(await madeRelease(), release, { recursive: true })
    for (const folder of [data, home]) {
      await mkdir(folder)
      if (nobody) await chown(folder, nobody, nobody)
    }
    await chmod(home, 0o500)
    await chmod(release, 0o555)
    const before = await filesOf(release)

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
      // Drawn by native code of a package, with bundled fonts.
      const picture = await fetch(`${server.origin}/img/previews/map.png`)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

      const version = await readFile(join(release, 'VERSION'), 'utf8')
      const { version: answered } = await (await fetch(`${server.origin}/api/v1/config`)).json()
      expect(version).toMatch(new RegExp(`^letterlend ${answered}\\n`))

      const login = new SlowLogin(server.origin)
      await login.begun
      const begin = Date.now()
      // Like a service manager that forwards its own signal to all processes.
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
    expect(stdout).toContain('This community has no admin yet')

    expect(await filesOf(release)).toEqual(before)
    expect(await readdir(home)).toEqual([])
    expect(await readFile(join(release, 'VERSION'), 'utf8')).toMatch(/^letterlend \d+\.\d+\.\d+/)
  } finally {
    await chmod(release, 0o755).catch(() => {})
    scratch.remove()
  }
})

/** The documents of a release as one text. */
async function papersOf(release: string): Promise<string> {
  const docs = (await readdir(join(release, 'docs'))).filter((name) => name.endsWith('.md'))
  const files = ['README.md', ...docs.map((name) => join('docs', name))]
  const texts = await Promise.all(files.map((name) => readFile(join(release, name), 'utf8')))
  return texts.join('\n\n')
}

test('a release has every program and path that its documents name, and each program prints its help @servers', async () => {
  test.slow()
  const scratch = scratchFolder()
  try {
    const release = await madeRelease()
    const papers = await papersOf(release)
    const missing = documentedPaths(papers).filter((path) => !existsSync(join(release, path)))
    expect([...new Set(missing)]).toEqual([])

    const calls = documentedPrograms(papers)
    // The server itself has no help; the test above starts it.
    const programs = new Set(calls.map(({ program }) => program))
    programs.delete('dist/server/main.js')
    expect(programs.size).toBeGreaterThan(7)
    for (const program of programs) {
      const env = { DATA_DIR: join(scratch.path, 'data'), PATH: '/nowhere' }
      const help = [join(release, program), '--help']
      const { stdout, stderr } = await run(process.execPath, help, { env, cwd: scratch.path })
      expect(stderr, program).toBe('')
      for (const { args } of calls.filter((call) => call.program === program)) {
        // Checks subcommands and options; file names and addresses are examples.
        for (const word of args.filter((each) => /^(--)?[a-z][a-z-]+$/.test(each))) {
          expect(stdout, `${program} ${args.join(' ')}`).toContain(word)
        }
      }
    }
    expect(await readdir(scratch.path), 'help changes nothing').toEqual([])
  } finally {
    scratch.remove()
  }
})

/** Checksums of all files below a folder. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sums: Record<string, string> = {}
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    sums[path.slice(folder.length)] = createHash('sha256').update(bytes).digest('hex')
  }
  return sums
}

/** Copies the sources to another folder and hard-links the packages. */
async function copyCheckout(to: string): Promise<void> {
  await run('git', ['clone', '--quiet', ROOT, to])
  // Includes uncommitted files.
  const options = ['--cached', '--others', '--exclude-standard', '-z']
  const { stdout } = await run('git', ['ls-files', ...options], { cwd: ROOT, maxBuffer: 1e8 })
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(ROOT, file), join(to, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
      return rm(join(to, file), { force: true })
    })
  }
  await run('cp', ['-al', join(ROOT, 'node_modules'), join(to, 'node_modules')])
  // Caches contain paths of the original folder.
  await rm(join(to, 'node_modules', '.cache'), { recursive: true, force: true })
}

test('a release is identical bit for bit when built in another folder at another time @servers', async () => {
  test.slow()
  const scratch = scratchFolder()
  // On the same disk as the packages, because hard links cannot cross disks.
  const checkout = join(ROOT, '.cache', 'a second', 'checkout')
  const there = join(scratch.path, 'there')
  try {
    await rm(checkout, { recursive: true, force: true })
    const here = await madeRelease()
    await copyCheckout(checkout)
    const env = { ...process.env, TZ: 'Pacific/Auckland', LANG: 'fr_CH.UTF-8', INIT_CWD: checkout }
    const options = { cwd: checkout, env }
    const { stdout } = await run(process.execPath, ['scripts/release.mjs', '--out', there], options)
    expect(stdout, 'it was built once more').toContain('Building')
    expect(await contentsOf(there)).toEqual(await contentsOf(here))
  } finally {
    await rm(checkout, { recursive: true, force: true })
    scratch.remove()
  }
})

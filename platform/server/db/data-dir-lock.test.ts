import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../paths.ts'
import { DataDirInUseError, lockDataDir } from './data-dir-lock.ts'

let folder: string
let holder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-lock-'))
  const entry = join(folder, 'holder.ts')
  await writeFile(
    entry,
    `import { lockDataDir } from ${JSON.stringify(join(ROOT, 'platform/server/db/data-dir-lock.ts'))}
     await lockDataDir(process.argv[2] ?? '')
     process.send?.('locked')
     setInterval(() => {}, 1000)`,
  )
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: join(folder, 'out'),
      rolldownOptions: { output: { entryFileNames: 'holder.mjs' } },
    },
  })
  holder = join(folder, 'out', 'holder.mjs')
})
afterAll(() => rm(folder, { recursive: true }))

describe('lockDataDir', () => {
  it('refuses a second process with a one-sentence error until the first has stopped', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const release = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError)
    await expect(lockDataDir(dataDir)).rejects.toThrow(/already running on/)
    await release()
    await (await lockDataDir(dataDir))()
  })

  it('succeeds at once after the holder was killed', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const child = fork(holder, [dataDir])
    await once(child, 'message')
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await lockDataDir(dataDir))()
  })

  it('succeeds for exactly one of several concurrent callers', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockDataDir(dataDir)))
    const won = tries.filter((result) => result.status === 'fulfilled')
    expect(won).toHaveLength(1)
    await won[0]?.value()
  })

  describe.each([
    ['as long as a socket path may be', 99],
    ['longer than that', 116],
    ['as long as a name and its folder may be', 400],
  ])('on a path %s', (_what, length) => {
    async function createDataDir(): Promise<string> {
      const parts = [folder]
      for (let left = length - folder.length; left > 0; left -= 200) {
        parts.push('x'.repeat(Math.min(left, 200) - 1))
      }
      const dataDir = join(...parts, `data-${length}`).slice(0, length)
      await mkdir(dataDir, { recursive: true })
      return dataDir
    }

    it('refuses processes that run elsewhere or name the folder differently', async () => {
      const dataDir = await createDataDir()
      const link = join(folder, `link-${length}`)
      await symlink(dataDir, link)
      const elsewhere = await mkdtemp(join(folder, 'elsewhere-'))
      const runs = [
        { cwd: '/', dir: dataDir },
        { cwd: dataDir, dir: '.' },
        { cwd: elsewhere, dir: relative(elsewhere, dataDir) },
        { cwd: elsewhere, dir: link },
      ]
      for (const { cwd, dir } of runs) {
        const child = fork(holder, [dir], { cwd, env: { TMPDIR: elsewhere } })
        await once(child, 'message')
        for (const name of [dataDir, link]) {
          await expect(lockDataDir(name)).rejects.toThrow(DataDirInUseError)
        }
        child.kill('SIGKILL')
        await once(child, 'exit')
        await (await lockDataDir(link))()
      }
      expect(await readdir(elsewhere), 'nothing is left behind').toEqual([])
    })
  })
})

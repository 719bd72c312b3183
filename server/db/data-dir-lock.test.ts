import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVER_FOLDER } from '../paths.ts'
import { DataDirInUseError, lockDataDir } from './data-dir-lock.ts'

let folder: string
let holder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-lock-'))
  const entry = join(folder, 'holder.ts')
  await writeFile(
    entry,
    `import { lockDataDir } from ${JSON.stringify(join(SERVER_FOLDER, 'db/data-dir-lock.ts'))}
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
  it('refuses a second process with one sentence, and lets it in when the first has stopped', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const release = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError)
    await expect(lockDataDir(dataDir)).rejects.toThrow(/already running on/)
    await release()
    await (await lockDataDir(dataDir))()
  })

  it('is free at once after its holder was killed', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const child = fork(holder, [dataDir])
    await once(child, 'message')
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await lockDataDir(dataDir))()
  })

  it('lets exactly one of several in', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockDataDir(dataDir)))
    const won = tries.filter((result) => result.status === 'fulfilled')
    expect(won).toHaveLength(1)
    await won[0]?.value()
  })

  it('works where the path is longer than a socket may be', async () => {
    const dataDir = await mkdtemp(join(folder, `${'deep'.repeat(40)}-`))
    const release = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError)
    await release()
  })
})

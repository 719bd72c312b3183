import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from './client.ts'
import { DataDirUnusableError } from './data-dir-lock.ts'
import { makeFolder } from './embedded-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-folder-'))
})
afterAll(() => rm(folder, { recursive: true }))

const configOf = (dataDir: string): Config => readConfig({ DATA_DIR: dataDir })

describe('a folder for the embedded database', () => {
  it('is created with its parents, and may exist already', async () => {
    const path = join(folder, 'a', 'b', 'c')
    await makeFolder(path)
    await makeFolder(path)
    expect((await stat(path)).isDirectory()).toBe(true)
  })

  // No user can create anything below /proc, and Node's recursive mkdir never returns there.
  it.each(['/proc/letterlend/data', '/dev/null/data'])(
    'that cannot be created is reported: %s',
    async (path) => {
      const failure = await openDatabase(configOf(path)).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DataDirUnusableError)
      expect(String(failure)).toContain(`DATA_DIR=${path} cannot be written`)
    },
  )

  it('that is a file is reported', async () => {
    const path = join(folder, 'file')
    await writeFile(path, '')
    await expect(openDatabase(configOf(path))).rejects.toThrow('cannot be written (ENOTDIR)')
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readUpdate } from '#features/community/operations/updates/server/door.ts'
import { readDkim } from './mail/dkim.ts'
import { openRegular, readRegular } from './regular-file.ts'
import { readSecretFiles } from './secret-files.ts'
import { StreetMap } from './street-map/street-map.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-regular-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('a file is read and a folder is refused', async () => {
  const path = join(folder, 'file')
  writeFileSync(path, 'what stands in it')
  expect(readRegular(path)).toBe('what stands in it')
  const file = await openRegular(path)
  expect(await file.readFile('utf8')).toBe('what stands in it')
  await file.close()
  await expect(openRegular(folder)).rejects.toThrow(/is no file/)
})

it.runIf(platform() !== 'win32')('a setting that names a pipe is refused at once', async () => {
  const pipe = join(folder, 'pipe.pmtiles')
  execFileSync('mkfifo', [pipe])
  expect(() => readRegular(pipe)).toThrow(/is no file/)
  await expect(openRegular(pipe)).rejects.toThrow(/is no file/)
  expect(readSecretFiles({ METRICS_TOKEN_FILE: pipe }).unread).toMatchObject([
    { name: 'METRICS_TOKEN', problem: expect.stringContaining('cannot be read') },
  ])
  expect(await readUpdate(pipe)).toMatchObject({ file: 'unreadable' })
  const dkim = { keyFile: pipe, selector: 'letterlend' }
  expect(() => readDkim({ dkim, mailFrom: 'no-reply@example.org' })).toThrow(/is no file/)
  await expect(StreetMap.open([pipe])).rejects.toThrow(/may not be read/)
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { updatesApi as api } from '../contract.admin.ts'
import { readUpdate } from './update-file.ts'

const SUM = 'a'.repeat(64)

let folder: string
let test: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-updates-'))
  test = await createTestApp({ config: { updateFile: join(folder, 'SHA256SUMS') } })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

it('GET /admin/updates names a newer release as soon as the file does', async () => {
  const { token: as } = await createUser(test.deps.database.orm, { role_id: 3 })
  const file = join(folder, 'SHA256SUMS')
  expect((await test.call(api.show, { as })).body).toMatchObject({
    file: 'unreadable',
    newer: null,
  })
  await writeFile(file, `${SUM}  letterlend-99.1.0.tar.gz\n`)
  const { body } = await test.call(api.show, { as })
  expect(body).toMatchObject({ file: 'read', newer: '99.1.0' })
  await writeFile(file, `${SUM}  letterlend-0.0.1.tar.gz\n`)
  expect((await test.call(api.show, { as })).body).toMatchObject({ file: 'read', newer: null })
})

it('readUpdate is off without a file, and reports an unreadable one', async () => {
  expect(await readUpdate(undefined, '0.1.0')).toEqual({
    running: '0.1.0',
    file: 'off',
    newer: null,
  })
  const unreadable = { running: '0.1.0', file: 'unreadable', newer: null }
  expect(await readUpdate(folder, '0.1.0')).toEqual(unreadable)
  const long = join(folder, 'long')
  await writeFile(long, 'x'.repeat(1_000_000))
  expect(await readUpdate(long, '0.1.0')).toEqual(unreadable)
})

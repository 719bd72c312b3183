import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { import_parts, import_problems, import_rows, imports } from '../tables.ts'
import { claimFile, takeOverFiles } from './claiming.ts'
import { importing } from './imports.jobs.ts'

let test: TestApp
let by: string
beforeAll(async () => {
  test = await createTestApp()
  by = (await createUser(test.deps.database.orm, { role_id: 3 })).id
})
afterAll(() => test.close())
beforeEach(async () => {
  await orm().delete(imports)
  await orm().delete(letterboxes)
})

const orm = () => test.deps.database.orm
const TEXT = [
  'address;postcode;city;country;latitude;longitude;items',
  ...Array.from({ length: 700 }, (_, i) => `Testweg ${i + 1};8004;Zürich;CH;47.37;8.54;Leiter`),
  'Testweg 900;8004;Zürich;CH;8.54;47.37;Leiter',
].join('\n')

/** A file without a job, as after its process was killed. */
async function fileLeftAlone(status: 'checking' | 'writing' = 'checking'): Promise<string> {
  const content = Buffer.from(TEXT).toString('base64')
  const file = { file_name: 'list.csv', lang: 'de', content, created_by: by } as const
  const [row] = await orm()
    .insert(imports)
    .values({ ...file, status, claimed_at: sql`now()` })
    .returning({ id: imports.id })
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row.id
}
async function fileOf(id: string) {
  const [row] = await orm().select().from(imports).where(eq(imports.id, id))
  return row
}
const silent = (id: string) =>
  orm()
    .update(imports)
    .set({ claimed_at: sql`now() - interval '31 seconds'` })
    .where(eq(imports.id, id))
const run = (id: string, signal = new AbortController().signal) =>
  importing.run(test.deps, { id }, { signal } as Parameters<typeof importing.run>[2])
const settle = () => test.deps.jobs.drain('imports')

it('an import file whose process was killed is taken over after half a minute of silence', async () => {
  const id = await fileLeftAlone()
  const lost = await claimFile(orm(), id)
  expect(lost).not.toBeNull()
  await takeOverFiles(test.deps)
  await settle()
  expect((await fileOf(id))?.status).toBe('checking')
  await silent(id)
  await takeOverFiles(test.deps)
  await takeOverFiles(test.deps)
  await settle()
  expect(await fileOf(id)).toMatchObject({
    status: 'ready',
    claim: null,
    counts: { create: 700, rejected: 1 },
  })
  // The silent run can change nothing more: it finds that it has lost the file.
  await lost?.release()
  expect((await fileOf(id))?.status).toBe('ready')
})

it('an import file that two runs claim is read once and written once', async () => {
  const id = await fileLeftAlone()
  await Promise.all([run(id), run(id)])
  expect((await fileOf(id))?.status).toBe('ready')
  expect(await orm().select().from(import_parts)).toHaveLength(2)
  await orm().update(imports).set({ status: 'writing' })
  await Promise.all([run(id), run(id)])
  expect(await fileOf(id)).toMatchObject({ status: 'done', counts: { create: 700, rejected: 1 } })
  expect(await orm().select().from(import_rows)).toHaveLength(700)
  expect(await orm().select().from(letterboxes)).toHaveLength(700)
  expect(await orm().select().from(import_parts)).toEqual([])
})

it('an import file that was read halfway is read again from its start, without duplicates', async () => {
  const id = await fileLeftAlone()
  await orm()
    .insert(import_parts)
    .values([0, 1, 2].map((part) => ({ import_id: id, part, rows: [] })))
  await run(id)
  const kept = await orm().select().from(import_parts)
  expect(kept).toHaveLength(2)
  expect(kept.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(700)
  const isLeftOut = eq(import_problems.kind, 'rejections')
  expect(await orm().select().from(import_problems).where(isLeftOut)).toHaveLength(1)
})

it('an import file is handed on at once by a process that stops', async () => {
  const id = await fileLeftAlone()
  const stopping = new AbortController()
  stopping.abort()
  await run(id, stopping.signal)
  expect(await fileOf(id)).toMatchObject({ status: 'checking', claim: null })
  await settle()
  expect((await fileOf(id))?.status).toBe('ready')
})

it('a claim of an import file renews itself while its process works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const id = await fileLeftAlone()
    const claim = await claimFile(orm(), id)
    await silent(id)
    vi.advanceTimersByTime(6_000)
    await claim?.release()
    await takeOverFiles(test.deps)
    expect((await fileOf(id))?.claimed_at?.getTime()).toBeGreaterThan(Date.now() - 20_000)
  } finally {
    vi.useRealTimers()
  }
})

it('an import file that an older version has read is read again', async () => {
  const id = await fileLeftAlone('writing')
  await run(id)
  await settle()
  expect(await fileOf(id)).toMatchObject({ status: 'ready', counts: { create: 700 } })
})

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepingOld, lastBuilt } from './kept-builds.mjs'

const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let record: string
beforeEach(() => {
  const scratch = mkdtempSync(join(tmpdir(), 'letterlend-builds-'))
  folder = join(scratch, 'dist')
  record = join(scratch, 'record.json')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const build = (day: number, ...files: string[]) =>
  keepingOld(
    folder,
    record,
    async () => {
      mkdirSync(join(folder, 'assets'), { recursive: true })
      for (const file of files) writeFileSync(join(folder, file), 'the same')
    },
    day * DAY_MS,
  )
const isThere = (file: string) => existsSync(join(folder, file))

it('keeps what earlier builds made for a month after the last one that did', async () => {
  await build(0, 'index.html', 'assets/a-1.js', 'assets/b-1.js')
  await build(50, 'index.html', 'assets/a-1.js', 'assets/b-2.js')
  expect(isThere('assets/b-1.js')).toBe(true)
  expect([...lastBuilt(record)]).toEqual(['assets/a-1.js', 'assets/b-2.js', 'index.html'])
  await build(79, 'index.html', 'assets/a-2.js', 'assets/b-2.js')
  expect([isThere('assets/b-1.js'), isThere('assets/a-1.js')]).toEqual([true, true])
  await build(81, 'index.html', 'assets/a-2.js', 'assets/b-2.js')
  expect([isThere('assets/b-1.js'), isThere('assets/a-1.js')]).toEqual([false, true])
})

it('what is made again counts anew', async () => {
  await build(0, 'assets/a-1.js')
  await build(1, 'assets/a-2.js')
  await build(2, 'assets/a-1.js')
  await build(60, 'assets/a-3.js')
  expect(isThere('assets/a-1.js')).toBe(true)
  expect(isThere('assets/a-2.js')).toBe(false)
})

it('a build that fails removes nothing and is none', async () => {
  await build(0, 'assets/a-1.js')
  const failing = keepingOld(folder, record, () => Promise.reject(new Error('no')), 90 * DAY_MS)
  await expect(failing).rejects.toThrow('no')
  expect(isThere('assets/a-1.js')).toBe(true)
  expect([...lastBuilt(record)]).toEqual(['assets/a-1.js'])
})

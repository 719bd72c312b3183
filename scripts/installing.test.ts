import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const SCRIPTS = dirname(fileURLToPath(import.meta.url))

/** Like npm: removes the installed packages, breaks if it runs twice at once, and writes its own list last. */
const NPM = `
  import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
  appendFileSync('npm.log', 'begin\\n')
  rmSync('node_modules', { recursive: true, force: true })
  mkdirSync('node_modules')
  console.log('npm works')
  while (existsSync('slow')) await new Promise((resolve) => setTimeout(resolve, 20))
  writeFileSync('node_modules/.package-lock.json', '{}')
  appendFileSync('npm.log', 'end\\n')`

let folder: string
let started: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-installing-'))
  cpSync(SCRIPTS, join(folder, 'scripts'), {
    recursive: true,
    filter: (path) => path === SCRIPTS || path.endsWith('.mjs'),
  })
  started = []
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  write('npm.mjs', NPM)
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const write = (file: string, content: string) => writeFileSync(join(folder, file), content)
const log = () => readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n')

function start(after = '') {
  const code = `import * as p from './scripts/project.mjs'
    try { await p.ensureInstalled() } catch (error) { p.fail(error) }
    ${after}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.mjs') },
  })
  started.push(child)
  const exited = once(child, 'close').then(([exit]) => exit)
  return { child, exited, stderr: text(child.stderr), begun: once(child.stdout, 'data') }
}

it('the first start installs packages, the second one does not', async () => {
  expect(await start().exited).toBe(0)
  expect(await start().exited).toBe(0)
  expect(log()).toEqual(['begin', 'end'])
})

it('packages installed by hand are not installed again unless they differ', async () => {
  const ours = { version: '1.0.0', integrity: 'sha512-a' }
  const list = (packages: object) => JSON.stringify({ packages })
  const elsewhere = { version: '3.0.0', integrity: 'sha512-c', optional: true }
  write('package-lock.json', list({ '': { name: 'us' }, ours, elsewhere }))
  mkdirSync(join(folder, 'node_modules'))
  write('node_modules/.package-lock.json', list({ ours }))
  expect(await start().exited).toBe(0)
  expect(existsSync(join(folder, 'npm.log'))).toBe(false)

  write('package-lock.json', list({ '': { name: 'us' }, ours, another: ours }))
  expect(await start().exited).toBe(0)
  expect(log()).toEqual(['begin', 'end'])
  write('package-lock.json', list({ '': { name: 'us' }, ours: { ...ours, version: '1.0.1' } }))
  write('node_modules/.package-lock.json', list({ ours }))
  expect(await start().exited).toBe(0)
  expect(log()).toHaveLength(4)
})

it('an interrupted installation is repeated by the next start', async () => {
  write('slow', '')
  const interrupted = start()
  await interrupted.begun
  interrupted.child.kill('SIGKILL')
  // Its npm continues for a while and keeps the streams open.
  await once(interrupted.child, 'exit')
  rmSync(join(folder, 'slow'))
  expect(await start().exited).toBe(0)
  expect(log().at(-1)).toBe('end')
})

it('a start that is stopped while npm installs leaves no npm behind', async () => {
  const deaf = `process.on('SIGTERM', () => {}); console.log('pid', process.pid); setInterval(() => {}, 1e6)`
  write('npm.mjs', deaf)
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.mjs') },
  })
  started.push(child)
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(/pid \d+/)
  const npm = Number(/pid (\d+)/.exec(said)?.[1])
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(() => process.kill(npm, 0)).toThrow('ESRCH')
})

it('a damaged installation is repeated', async () => {
  await start().exited
  rmSync(join(folder, 'node_modules', '.package-lock.json'))
  expect(await start().exited).toBe(0)
  expect(log()).toHaveLength(4)
})

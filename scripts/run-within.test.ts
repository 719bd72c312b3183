import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runWithin } from './run-within.mjs'

const folder = mkdtempSync(join(tmpdir(), 'letterlend-within-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (seconds: number, program: string) =>
  runWithin(seconds, process.execPath, ['--eval', program], {})

/** True if a process listens on this port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

it('runWithin ends with its program, and fails with its exit code', async () => {
  await run(30, '')
  await expect(run(30, 'process.exitCode = 3')).rejects.toMatchObject({ exitCode: 3 })
})

it('runWithin ends a hanging program with all its child processes', async () => {
  const file = join(folder, 'port')
  const listening = `require('node:net').createServer().listen(0, '127.0.0.1', function () {
    require('node:fs').writeFileSync(${JSON.stringify(file)}, String(this.address().port))
  })`
  const hanging = `require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(listening)}])
    setInterval(() => {}, 1000)`
  const ended = expect(run(6, hanging)).rejects.toThrow('not finished after 6 seconds')
  const portOf = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
  await expect.poll(portOf, { timeout: 5000 }).toBeGreaterThan(0)
  const port = portOf()
  expect(await answers(port)).toBe(true)
  await ended
  await expect.poll(() => answers(port)).toBe(false)
}, 20_000)

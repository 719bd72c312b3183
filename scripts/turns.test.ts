import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inTurn, whoRuns } from './turns.mjs'

const TURNS = JSON.stringify(new URL('./turns.mjs', import.meta.url).href)

let scratch: string
let folder: string
let started: ChildProcess[]
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'letterlend-turns-'))
  // Longer than a socket's name may be.
  folder = join(scratch, 'x'.repeat(120))
  mkdirSync(folder)
  started = []
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

/** A process of its own; resolves when it says something. */
async function start(code: string): Promise<{ child: ChildProcess; said: string }> {
  const program = `import * as turns from ${TURNS}; const folder = ${JSON.stringify(folder)}; ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  if (!child.stdout) throw new Error('Its output is a pipe')
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said) }
}

const HOLDS = `await turns.inTurn(folder, () => new Promise(() => { console.log('mine'); setInterval(() => {}, 1e6) }), () => {})`

/** What happens in this process when it takes a turn. */
function take() {
  const events: string[] = []
  let waits = () => {}
  const waiting = new Promise<void>((resolve) => {
    waits = resolve
  })
  const done = inTurn(
    folder,
    async () => {
      events.push('work')
    },
    () => {
      events.push('wait')
      waits()
    },
  )
  return { events, waiting, done }
}

it('one does it after the other, and nobody waits for the dead', async () => {
  const first = take()
  await first.done
  expect(first.events).toEqual(['work'])

  const { child } = await start(HOLDS)
  const second = take()
  await second.waiting
  expect(second.events).toEqual(['wait'])
  child.kill('SIGKILL')
  await second.done
  expect(second.events).toEqual(['wait', 'work'])
})

it('the next one follows at once where the one before lives on', async () => {
  const { child } = await start(`
    import { once } from 'node:events'
    const work = () => { console.log('mine'); return once(process.stdin, 'data') }
    await turns.inTurn(folder, work, () => {})
    setInterval(() => {}, 1e6)`)
  const second = take()
  await second.waiting
  child.stdin?.write('done')
  await second.done
  expect([second.events, child.exitCode]).toEqual([['wait', 'work'], null])
})

it('many at once are never two', async () => {
  const WORKS = `
    import { existsSync, rmdirSync, mkdirSync } from 'node:fs'
    const work = async () => {
      mkdirSync(folder + '/busy')
      await new Promise((resolve) => setTimeout(resolve, 20))
      rmdirSync(folder + '/busy')
    }
    for (let i = 0; i < 5; i++) await turns.inTurn(folder, work, () => {})
    console.log('done')`
  const all = await Promise.all([1, 2, 3, 4].map(() => start(WORKS)))
  expect(all.map(({ said }) => said.trim())).toEqual(Array(4).fill('done'))
})

it('the turn of a process that is killed lasts as long as what it started', async () => {
  const { child, said } = await start(`
    import { spawn } from 'node:child_process'
    await turns.inTurn(folder, (fd) => new Promise(() => {
      const code = 'setInterval(() => {}, 1e6); console.log(process.pid)'
      spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'ignore', fd] })
    }), () => {})`)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const next = take()
  await next.waiting
  expect(next.events).toEqual(['wait'])
  process.kill(Number(said), 'SIGKILL')
  await next.done
  expect(next.events).toEqual(['wait', 'work'])
})

it('tells who runs from here, and no longer whoever was killed', async () => {
  expect(await whoRuns(folder)).toEqual([])
  const RUNS = `await turns.announceRunning(folder); console.log('running'); setInterval(() => {}, 1e6)`
  const [one, other] = await Promise.all([start(RUNS), start(RUNS)])
  const pids = [one.child.pid, other.child.pid].sort((a = 0, b = 0) => a - b)
  expect(await whoRuns(folder)).toEqual(pids)
  const gone = once(one.child, 'exit')
  one.child.kill('SIGKILL')
  await gone
  expect(await whoRuns(folder)).toEqual([other.child.pid])
})

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { switchTo } from './switch.mjs'

const SITE = `upstream letterlend {
  server 127.0.0.1:3001 max_fails=0;
  server 127.0.0.1:3002 max_fails=0;
  keepalive 32;
}
upstream other { server 127.0.0.1:9000; }
`
const PORTS = [3001, 3002]

/** Two processes behind nginx, and versions of which some do not start. */
class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'letterlend-switch-'))
  readonly site = join(this.folder, 'site')
  readonly current = join(this.folder, 'current')
  readonly said: string[] = []
  readonly broken = new Set<string>()
  /** The version each process runs; null: stopped. */
  readonly runs = new Map<number, string | null>()
  /** Failed starts since the last request to start. */
  readonly restarts = new Map<number, number>()
  /** Ports that nginx passes requests to, as of its last reload. */
  passed: number[] = [...PORTS]
  /** How often no process was ready. */
  outages = 0
  stopped = false
  slow = false
  /** Simulates Ctrl+C while this many processes run the new version. */
  stopAfter = Number.POSITIVE_INFINITY

  constructor() {
    for (const name of ['old', 'new']) {
      mkdirSync(join(this.folder, name, 'dist', 'server'), { recursive: true })
      writeFileSync(join(this.folder, name, 'dist', 'server', 'main.js'), '')
    }
    writeFileSync(this.site, SITE)
    symlinkSync('old', this.current)
    for (const port of PORTS) this.runs.set(port, 'old')
  }

  isReady(port: number): boolean {
    const version = this.runs.get(port)
    return Boolean(version) && !this.broken.has(version ?? '')
  }

  look(): void {
    if (!this.passed.some((port) => this.isReady(port))) this.outages++
  }

  async run(command: string, args: string[]): Promise<string> {
    const [what = '', unit = ''] = args
    const port = Number(unit.replace('letterlend@', ''))
    if (command === 'nginx' && what === '-s') {
      const site = readFileSync(this.site, 'utf8')
      this.passed = PORTS.filter((each) => !new RegExp(`:${each} [^;]*down`).test(site))
    }
    if (command === 'journalctl') return 'Error: this version is broken\n'
    if (command === 'systemctl' && what === 'stop') this.runs.set(port, null)
    if (command === 'systemctl' && what === 'start') {
      this.restarts.set(port, 0)
      this.runs.set(port, readlinkSync(this.current))
    }
    this.look()
    return what === 'show' ? `${this.restarts.get(port)}\n` : ''
  }

  switch(name: string) {
    const plan = { current: this.current, site: this.site, unit: 'letterlend@', limitMs: 10_000 }
    return switchTo(
      { ...plan, release: join(this.folder, name) },
      {
        run: (command, args) => this.run(command, args),
        ask: async (port) => {
          if (this.isReady(port)) return 'ready'
          return this.runs.get(port) ? 'busy' : 'refused'
        },
        pause: async () => {
          this.look()
          for (const [port, times] of this.restarts) {
            if (!this.isReady(port) && !this.slow) this.restarts.set(port, times + 1)
          }
          const switched = [...this.runs.values()].filter((each) => each === 'new').length
          if (switched >= this.stopAfter) this.stopped = true
        },
        say: (line) => this.said.push(line),
        isStopped: () => this.stopped,
      },
    )
  }

  get state() {
    return {
      current: readlinkSync(this.current),
      runs: PORTS.map((port) => this.runs.get(port)),
      site: readFileSync(this.site, 'utf8'),
      outages: this.outages,
    }
  }
}

let machine: Machine
beforeEach(() => {
  machine = new Machine()
})
afterEach(() => rmSync(machine.folder, { recursive: true, force: true }))

const all = (version: string) => ({
  current: version,
  runs: [version, version],
  site: SITE,
  outages: 0,
})

describe('switching to another release', () => {
  it('restarts one process after the other, without an outage', async () => {
    expect(await machine.switch('new')).toBe('new runs on 3001, 3002. You can go back to old.')
    expect(machine.state).toEqual(all('new'))
    expect(await machine.switch('old')).toBe('old runs on 3001, 3002. You can go back to new.')
    expect(machine.state).toEqual(all('old'))
  })

  it('is reverted if the new release does not start, and prints its log', async () => {
    machine.broken.add('new')
    await expect(machine.switch('new')).rejects.toThrow('new does not run; old runs as before.')
    expect(machine.state).toEqual(all('old'))
    expect(machine.said.join('\n')).toContain(
      'letterlend@3001 ended 3 times while it started.\nError: this version is broken\nGoing back to old.',
    )
  })

  it('waits for a start no longer than its limit', async () => {
    machine.broken.add('new')
    machine.slow = true
    await expect(machine.switch('new')).rejects.toThrow('new does not run; old runs as before.')
    expect(machine.said.join('\n')).toContain('letterlend@3001 is not ready after 10 seconds.')
    expect(machine.state).toEqual(all('old'))
  })

  it.each([1, 2])(
    'is reverted or completed when it is interrupted after %i processes',
    async (stopAfter) => {
      machine.stopAfter = stopAfter
      const end = machine.switch('new')
      if (stopAfter === 1) {
        await expect(end).rejects.toThrow('Aborted; old runs as before.')
        expect(machine.state).toEqual(all('old'))
      } else {
        await end
        expect(machine.state).toEqual(all('new'))
      }
    },
  )

  it('repairs what a killed switch to a broken version left', async () => {
    // As an update by hand may leave it: the first process does not start and is marked twice.
    machine.broken.add('new')
    rmSync(machine.current)
    symlinkSync('new', machine.current)
    machine.runs.set(3001, 'new')
    machine.restarts.set(3001, 9)
    writeFileSync(machine.site, SITE.replace('3001 max_fails=0;', '3001 max_fails=0 down down;'))
    await machine.run('nginx', ['-s', 'reload'])
    expect(await machine.switch('old')).toContain('old runs on 3001, 3002.')
    expect(machine.state).toEqual(all('old'))
  })

  it('reverts to the version that ran before a killed switch', async () => {
    writeFileSync(
      join(machine.folder, 'switching.json'),
      JSON.stringify({ pid: 2 ** 30, before: join(machine.folder, 'old') }),
    )
    rmSync(machine.current)
    symlinkSync('new', machine.current)
    machine.broken.add('new')
    await expect(machine.switch('new')).rejects.toThrow('new does not run; old runs as before.')
    expect(machine.state).toEqual(all('old'))
  })

  it('does not begin while another switch is running', async () => {
    const note = join(machine.folder, 'switching.json')
    writeFileSync(note, JSON.stringify({ pid: process.ppid, before: null }))
    await expect(machine.switch('new')).rejects.toThrow('Nothing was changed.')
    expect(machine.state).toEqual(all('old'))
  })

  it('does not touch the only process that answers', async () => {
    // The other process never becomes ready, for example because the database went away.
    machine.broken.add('stuck')
    machine.runs.set(3002, 'stuck')
    const start = machine.run.bind(machine)
    machine.run = async (command, args) => {
      const said = await start(command, args)
      if (args[0] === 'start' && args[1] === 'letterlend@3002') machine.runs.set(3002, 'stuck')
      return said
    }
    await expect(machine.switch('new')).rejects.toThrow('letterlend@3002 ended 3 times')
    expect(machine.runs.get(3001)).toBe('old')
    expect(machine.passed).toEqual([3001])
    expect(machine.outages).toBe(0)
  })

  it('leaves no process marked as down once none answers', async () => {
    const start = machine.run.bind(machine)
    machine.run = async (command, args) => {
      if (args[0] === 'stop') for (const name of ['old', 'new']) machine.broken.add(name)
      return start(command, args)
    }
    await expect(machine.switch('new')).rejects.toThrow('old does not run everywhere.')
    expect(machine.state).toMatchObject({ current: 'old', site: SITE })
  })

  it('refuses a folder without a release, and a site without processes', async () => {
    await expect(machine.switch('nothing')).rejects.toThrow('is not a release')
    writeFileSync(machine.site, 'server { listen 80; }')
    await expect(machine.switch('new')).rejects.toThrow('has no process of this machine')
    expect(machine.runs.get(3001)).toBe('old')
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const SERVER = join(ROOT, 'dist', 'server', 'main.js')

/** A port that is free right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('Unexpected address of a server')
  return address.port
}

export interface ScratchFolder {
  path: string
  remove(): void
}

export function scratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), 'letterlend-e2e-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ServerOptions {
  /** Starts the server through npm, as people do who try it out. */
  byNpm?: boolean
  /** Entry file of another build. */
  entry?: string
  /** Runs the process as another user. */
  uid?: number
  /** Another Node version than the one that runs the tests. */
  program?: string
}

/** The built server as a process of its own, as `npm start` would run it. */
export class ServerProcess {
  readonly origin: string
  readonly exited: Promise<Exit>
  stdout = ''
  stderr = ''
  private readonly child: ChildProcess
  private readonly byNpm: boolean

  constructor(
    settings: Record<string, string>,
    port: number,
    { byNpm = false, entry = SERVER, uid, program = process.execPath }: ServerOptions = {},
  ) {
    this.origin = `http://127.0.0.1:${port}`
    this.byNpm = byNpm
    const [command, ...args] = byNpm ? ['npm', 'start'] : [program, '--enable-source-maps', entry]
    this.child = spawn(command, args, {
      // A folder without .env, if possible, so that only the settings given here count.
      cwd: byNpm ? ROOT : tmpdir(),
      // A separate process group, as terminals and service managers create one.
      detached: byNpm,
      ...(uid !== undefined && { uid, gid: uid }),
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: this.origin,
        LOG_LEVEL: 'warn',
        DEMO: 'off',
        CAPTCHA: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (chunk) => {
      this.stdout += chunk
    })
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk
    })
    this.exited = once(this.child, 'close').then(([code, signal]) => ({ code, signal }))
  }

  /** Zero if it could not be started. */
  get pid(): number {
    return this.child.pid ?? 0
  }

  /** Resolves when the server responds; rejects with its output if it exits before. */
  async ready(timeoutMs = 120_000): Promise<this> {
    let over: Exit | undefined
    void this.exited.then((exit) => {
      over = exit
    })
    const deadline = Date.now() + timeoutMs
    while (!over && Date.now() < deadline) {
      const answer = await fetch(`${this.origin}/readyz`).catch(() => null)
      if (answer?.ok) return this
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`The server is not ready (${JSON.stringify(over)}): ${this.stderr}`)
  }

  /** Resolves when the output contains `text`. */
  async says(text: string): Promise<void> {
    while (!`${this.stdout}${this.stderr}`.includes(text)) {
      // Aborts the listener that did not fire, so that rounds do not accumulate listeners.
      const heard = new AbortController()
      const more = [this.child.stdout, this.child.stderr].map(
        (stream) => stream && once(stream, 'data', { signal: heard.signal }),
      )
      const over = await Promise.race([...more, this.exited.then(() => 'over')])
      heard.abort()
      if (over === 'over' && !`${this.stdout}${this.stderr}`.includes(text))
        throw new Error(`The server ended without saying "${text}": ${this.stderr}`)
    }
  }

  /** Kills the server like a power failure or an out-of-memory killer, without any cleanup. */
  async kill(): Promise<Exit> {
    // Killing only npm would leave its child processes running.
    if (this.byNpm) this.signalGroup('SIGKILL')
    this.child.kill('SIGKILL')
    return this.exited
  }

  /** Stops the server as a service manager does; `group` also signals its child processes. */
  async stop({ group = false } = {}): Promise<Exit> {
    if (group) this.signalGroup('SIGTERM')
    else this.child.kill('SIGTERM')
    return this.exited
  }

  /** Sends a signal to the process, but not to its children. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }

  /** Sends a signal to all processes of the group; returns false if none is left. Signal 0 only checks. */
  signalGroup(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-(this.child.pid ?? 0), signal)
    } catch {
      return false
    }
  }
}

/** Starts a server on a free port; it is not ready yet. */
export async function spawnServer(
  settings: Record<string, string>,
  port?: number,
  options: ServerOptions = {},
): Promise<ServerProcess> {
  return new ServerProcess(settings, port ?? (await freePort()), options)
}

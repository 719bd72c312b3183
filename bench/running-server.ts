import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Milliseconds from the request to the complete answer. */
export interface Waits {
  p50: number
  p95: number
  p99: number
}

export function waitsOf(times: number[]): Waits {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/**
 * Runs the server of `npm start` in its own process and folder, and passes its address and its
 * process id to `use`.
 * @param databaseUrl null for the embedded database
 */
export async function withServer<T>(
  settings: Record<string, string>,
  databaseUrl: string | null,
  use: (url: string, pid: number) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'letterlend-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [process.env.BENCH_SERVER ?? ''], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      ...settings,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: 'ignore',
  })
  try {
    await ready(server, url)
    return await use(url, server.pid ?? 0)
  } finally {
    // A server that has already ended emits no second exit event.
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the status of the answer, once it is complete */
export function answered(url: string, agent: Agent | false): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    }).once('error', reject)
  })
}

/** Resolves once the server answers; rejects if its process ends before that. */
export async function ready(server: ChildProcess, url: string): Promise<void> {
  for (;;) {
    const ended = server.exitCode ?? server.signalCode
    if (ended !== null) throw new Error(`The measured server ended: ${ended}`)
    const status = await answered(`${url}/readyz`, false).catch(() => 0)
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

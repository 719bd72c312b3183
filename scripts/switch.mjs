// @ts-check
// `node /opt/letterlend/letterlend-NEW/switch.mjs`, run as root: restarts the processes behind nginx one by one with
// the release this file lies in, or the given one. Rolls back on failure. Uses nothing but Node, because it runs inside
// a release; docs/updates.md describes it.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The message is a sentence for the operator. */
export class SwitchError extends Error {}

/**
 * What to switch. `release`: folder of the new release; `current`: the link used by the unit; `site`: nginx's file
 * with the processes; `unit`: the service without its port; `limitMs`: timeout of a start.
 * @typedef {{ release: string, current: string, site: string, unit: string, limitMs: number }} Plan
 */

/**
 * The machine, which tests replace. `ask`: the state of a process according to `/readyz`; `isStopped`: the operator
 * wants to abort.
 * @typedef {{
 *   run: (command: string, args: string[]) => Promise<string>,
 *   ask: (port: number) => Promise<'ready' | 'busy' | 'refused'>,
 *   pause: (ms: number) => Promise<void>,
 *   say: (line: string) => void,
 *   isStopped: () => boolean,
 * }} Machine
 */

/** Time for nginx to reload its site and finish the requests it has passed on. */
const RELOAD_MS = 2_000
const ASK_EVERY_MS = 1_000
/** A version that ends this often while starting will never start. */
const RESTARTS = 3

const UPSTREAM = /^[ \t]*upstream\s+letterlend\s*\{[^}]*\}/m
/** A process on this machine: its port, and the other parameters. */
const PROCESS = /^([ \t]*server[ \t]+(?:127\.0\.0\.1|localhost):)(\d+)([^;\n]*);/gm

/** @param {string} site @returns {{ port: number, isOut: boolean }[]} */
function processesOf(site) {
  const [upstream = ''] = UPSTREAM.exec(site) ?? []
  return [...upstream.matchAll(PROCESS)].map(([, , port, rest = '']) => ({
    port: Number(port),
    isOut: /\sdown\b/.test(rest),
  }))
}

/** @param {string} site @param {number} port @param {boolean} isOut */
function withProcess(site, port, isOut) {
  return site.replace(UPSTREAM, (upstream) =>
    upstream.replace(PROCESS, (line, address, each, rest) => {
      if (Number(each) !== port) return line
      return `${address}${each}${rest.replace(/\s+down\b/g, '')}${isOut ? ' down' : ''};`
    }),
  )
}

/** @param {string} link @param {string} folder */
async function pointTo(link, folder) {
  const making = `${link}.making`
  await rm(making, { force: true })
  await symlink(relative(dirname(link), folder), making)
  await rename(making, link)
}

/** @param {string} link @returns {Promise<string | null>} */
const targetOf = (link) =>
  readlink(link).then(
    (target) => resolve(dirname(link), target),
    () => null,
  )

/** @param {unknown} pid */
function isRunning(pid) {
  if (typeof pid !== 'number') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Records the earlier release, so that a later run can find it if this one is killed half-way.
 * @param {Plan} plan
 * @returns {Promise<{ before: string | null, end: () => Promise<void> }>} `end` deletes the record
 */
async function begin({ current }) {
  const note = join(dirname(current), 'switching.json')
  const noted = await readFile(note, 'utf8').then(JSON.parse, () => null)
  if (noted && noted.pid !== process.pid && isRunning(noted.pid)) {
    throw new SwitchError(
      `Process ${noted.pid} is switching already (${note}). Nothing was changed.`,
    )
  }
  const before = noted ? noted.before : await targetOf(current)
  await writeFile(note, JSON.stringify({ pid: process.pid, before }))
  return { before, end: () => rm(note, { force: true }) }
}

/**
 * The processes of this machine, after checking that a switch is possible. Changes nothing.
 * @param {Plan} plan
 * @param {Machine} machine
 * @returns {Promise<{ port: number, isOut: boolean }[]>} at least one. Throws a {@link SwitchError}.
 */
async function findProcesses({ release, site }, { run }) {
  if (!existsSync(join(release, 'dist', 'server', 'main.js'))) {
    throw new SwitchError(`${release} is not a release: dist/server/main.js is missing.`)
  }
  const text = await readFile(site, 'utf8').catch(() => {
    throw new SwitchError(`${site} cannot be read. --site names the file with nginx's upstream.`)
  })
  const processes = processesOf(text)
  if (processes.length === 0) {
    throw new SwitchError(`${site} has no process of this machine in its upstream letterlend.`)
  }
  await run('nginx', ['-t', '-q']).catch((/** @type {Error} */ error) => {
    throw new SwitchError(`nginx refuses its configuration. Nothing was changed.\n${error.message}`)
  })
  return processes
}

/** Restarts processes one by one. nginx leaves each one out meanwhile. */
class Restarts {
  /** Ports of processes that were touched, latest first. @type {number[]} */
  touched = []
  #plan
  #machine
  #alone

  /** @param {Plan} plan @param {Machine} machine @param {boolean} alone whether this is the only process */
  constructor(plan, machine, alone) {
    this.#plan = plan
    this.#machine = machine
    this.#alone = alone
  }

  /** @param {number} port @param {boolean} isOut whether nginx should leave the process out */
  async #pass(port, isOut) {
    const { site } = this.#plan
    await writeFile(site, withProcess(await readFile(site, 'utf8'), port, isOut))
    await this.#machine.run('nginx', ['-s', 'reload'])
    await this.#machine.pause(RELOAD_MS)
  }

  /** @param {number} port @returns {Promise<boolean>} whether another process can serve visitors */
  async #isSpare(port) {
    const processes = processesOf(await readFile(this.#plan.site, 'utf8'))
    const others = processes.filter((each) => each.port !== port)
    const answers = await Promise.all(
      others.map(async (each) => !each.isOut && (await this.#machine.ask(each.port)) === 'ready'),
    )
    return answers.includes(true)
  }

  /**
   * For a process that does not become ready: nginx leaves it out while other processes are ready. Otherwise nginx has
   * to try all of them, and uses the first that comes back.
   * @param {number} port
   */
  async passUnlessSpare(port) {
    if (!this.#alone && !(await this.#isSpare(port))) await this.#pass(port, false)
  }

  /** @param {number} port @param {boolean} goesBack */
  async #untilReady(port, goesBack) {
    const { unit, limitMs } = this.#plan
    const { run, ask, pause, isStopped } = this.#machine
    const service = `${unit}${port}`
    for (let waited = 0; ; waited += ASK_EVERY_MS) {
      if ((await ask(port)) === 'ready') return
      if (!goesBack && isStopped()) throw new SwitchError('Breaking off.')
      const printed = await run('systemctl', ['show', service, '--property=NRestarts', '--value'])
      const restarts = Number(printed)
      const late = waited >= limitMs
      if (restarts >= RESTARTS || late) {
        const lines = await run('journalctl', ['-u', service, '-n', '6', '-o', 'cat', '--no-pager'])
          .then((log) => `\n${log.trimEnd()}`)
          .catch(() => '')
        const problem = late
          ? `is not ready after ${limitMs / 1000} seconds`
          : `ended ${restarts} times while it started`
        throw new SwitchError(`${service} ${problem}.${lines}`)
      }
      await pause(ASK_EVERY_MS)
    }
  }

  /** @param {number} port @param {boolean} goesBack whether the earlier release is started again */
  async restart(port, goesBack = false) {
    const { run, ask, say, isStopped } = this.#machine
    const service = `${this.#plan.unit}${port}`
    if (!goesBack && isStopped()) throw new SwitchError('Breaking off.')
    if (!this.#alone && (await ask(port)) === 'ready' && !(await this.#isSpare(port))) {
      throw new SwitchError(`${service} is the only process that answers, so it is not restarted.`)
    }
    if (!goesBack) this.touched.unshift(port)
    if (!this.#alone) await this.#pass(port, true)
    say(`${service}: restarting`)
    await run('systemctl', ['stop', service])
    if ((await ask(port)) !== 'refused') {
      throw new SwitchError(`Another program answers on port ${port}.`)
    }
    // After repeated failures systemd only starts a service once its failures are reset.
    await run('systemctl', ['reset-failed', service]).catch(() => '')
    await run('systemctl', ['start', service])
    await this.#untilReady(port, goesBack)
    if (!this.#alone) await this.#pass(port, false)
    say(`${service}: ready`)
  }
}

/**
 * Processes that serve no requests come first, because their restart affects no visitor.
 * @param {{ port: number, isOut: boolean }[]} processes
 * @param {Machine} machine
 * @returns {Promise<number[]>} ports
 */
async function orderOfRestarts(processes, { ask }) {
  const states = await Promise.all(
    processes.map(async ({ port, isOut }) => ({
      port,
      isOut,
      isReady: (await ask(port)) === 'ready',
    })),
  )
  const weight = (/** @type {{ isOut: boolean, isReady: boolean }} */ { isOut, isReady }) =>
    (isReady ? 2 : 0) + (isOut ? 0 : 1)
  return states.sort((a, b) => weight(a) - weight(b)).map(({ port }) => port)
}

/**
 * Restarts every touched process with the earlier release. Throws a {@link SwitchError} if that fails.
 * @param {Restarts} restarts
 * @param {string} before the folder of the earlier release
 */
async function goBack(restarts, before) {
  /** @type {string[]} */
  const failures = []
  for (const port of restarts.touched) {
    await restarts.restart(port, true).catch(async (/** @type {Error} */ error) => {
      failures.push(error.message)
      await restarts.passUnlessSpare(port)
    })
  }
  if (failures.length > 0) {
    failures.push(
      `${basename(before)} does not run everywhere. Fix that, then run this command again.`,
    )
    throw new SwitchError(failures.join('\n'))
  }
}

/**
 * Restarts all processes with a release. If one does not become ready, rolls all touched ones back.
 * @param {Plan} plan
 * @param {Machine} machine
 * @returns {Promise<string>} a sentence that says what runs now. Throws a {@link SwitchError}.
 */
export async function switchTo(plan, machine) {
  const { release, current } = plan
  const name = basename(release)
  const processes = await findProcesses(plan, machine)
  const restarts = new Restarts(plan, machine, processes.length === 1)
  const { before, end } = await begin(plan)
  const ports = await orderOfRestarts(processes, machine)
  try {
    await pointTo(current, release)
    for (const port of ports) await restarts.restart(port)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (before === null || before === release || !existsSync(before)) {
      for (const port of restarts.touched) await restarts.passUnlessSpare(port)
      throw new SwitchError(`${reason}\nThere is no earlier release to go back to.`)
    }
    machine.say(`${reason}\nGoing back to ${basename(before)}.`)
    await pointTo(current, before)
    await goBack(restarts, before)
    await end()
    const outcome = machine.isStopped() ? 'Aborted' : `${name} does not run`
    throw new SwitchError(`${outcome}; ${basename(before)} runs as before.`)
  }
  await end()
  const where = ports.sort((a, b) => a - b).join(', ')
  const back = before && before !== release ? ` You can go back to ${basename(before)}.` : ''
  return `${name} runs on ${where}.${back}`
}

/** @param {string} command @param {string[]} args @returns {Promise<string>} what it printed */
function run(command, args) {
  return new Promise((done, failed) => {
    // A separate process group: Ctrl+C only reaches this command, which then rolls back.
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let complaints = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      complaints += chunk
    })
    child.on('error', (error) => failed(new Error(`${command} cannot be run: ${error.message}`)))
    child.on('close', (code) => {
      if (code === 0) done(output)
      else failed(new Error(`${command} ${args.join(' ')} failed: ${complaints.trim()}`))
    })
  })
}

/** @param {number} port @returns {Promise<'ready' | 'busy' | 'refused'>} */
async function ask(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(5_000),
    })
    await answer.arrayBuffer()
    return answer.ok ? 'ready' : 'busy'
  } catch (error) {
    const { cause } = /** @type {{ cause?: { code?: string } }} */ (error)
    return cause?.code === 'ECONNREFUSED' ? 'refused' : 'busy'
  }
}

const USAGE = `node switch.mjs [RELEASE] [--site FILE] [--current LINK] [--unit NAME@] [--limit SECONDS]
RELEASE is the folder of a release; the default is the release that contains this file.`

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string', default: '/etc/nginx/sites-available/letterlend' },
      current: { type: 'string' },
      unit: { type: 'string', default: 'letterlend@' },
      limit: { type: 'string', default: '180' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const limit = Number(values.limit)
  if (positionals.length > 1 || !(limit > 0)) throw new SwitchError(USAGE)
  const release = resolve(positionals[0] ?? dirname(fileURLToPath(import.meta.url)))
  const current = resolve(values.current ?? join(dirname(release), 'current'))
  let stopped = false
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      stopped = true
    })
  }
  // Ignore errors of a closed terminal, so that the work is finished.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  const sentence = await switchTo(
    { release, current, site: values.site, unit: values.unit, limitMs: limit * 1000 },
    {
      run,
      ask,
      pause: (ms) => new Promise((over) => setTimeout(over, ms)),
      say: (line) => process.stdout.write(`${line}\n`),
      isStopped: () => stopped,
    },
  )
  process.stdout.write(`${sentence}\n`)
}

const isCommand =
  process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isCommand) {
  await main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
}

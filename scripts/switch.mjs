// @ts-check
// `node /opt/letterlend/letterlend-NEW/switch.mjs`, root's: the processes behind nginx are restarted with the release
// this file lies in, or with the one that is named, one after the other. What goes wrong is taken back. It uses Node
// alone, since it runs inside of a release; docs/updates.md says what it does.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Its message is a sentence for whoever ran the command. */
export class SwitchError extends Error {}

/**
 * What is switched. `release`: the folder that is to run; `current`: the link that the unit starts; `site`: nginx's file
 * with the processes; `unit`: the service without its port; `limitMs`: how long a start may take.
 * @typedef {{ release: string, current: string, site: string, unit: string, limitMs: number }} Plan
 */

/**
 * The machine, which a test plays. `ask`: what `/readyz` of a process says; `isStopped`: whether somebody wants to end this.
 * @typedef {{
 *   run: (command: string, args: string[]) => Promise<string>,
 *   ask: (port: number) => Promise<'ready' | 'busy' | 'refused'>,
 *   pause: (ms: number) => Promise<void>,
 *   say: (line: string) => void,
 *   isStopped: () => boolean,
 * }} Machine
 */

/** Until nginx has read its site again, and what it had passed on before is answered. */
const RELOAD_MS = 2_000
const ASK_EVERY_MS = 1_000
/** A version that ends so often while it starts never will start. */
const RESTARTS = 3

const UPSTREAM = /^[ \t]*upstream\s+letterlend\s*\{[^}]*\}/m
/** A process of this machine, its port, and what else is said of it. */
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
 * Notes what ran before, so that it is known as well to whoever runs this after it was killed half-way.
 * @param {Plan} plan
 * @returns {Promise<{ before: string | null, end: () => Promise<void> }>} ends: forgets it
 */
async function begin({ current }) {
  const note = join(dirname(current), 'switching.json')
  const noted = await readFile(note, 'utf8').then(JSON.parse, () => null)
  if (noted && noted.pid !== process.pid && isRunning(noted.pid)) {
    throw new SwitchError(`Process ${noted.pid} switches already (${note}). Nothing was changed.`)
  }
  const before = noted ? noted.before : await targetOf(current)
  await writeFile(note, JSON.stringify({ pid: process.pid, before }))
  return { before, end: () => rm(note, { force: true }) }
}

/**
 * Restarts all processes with a release; where one does not come up, all that were touched run again what ran before.
 * @param {Plan} plan
 * @param {Machine} machine
 * @returns {Promise<string>} a sentence of what runs now. Throws a {@link SwitchError}.
 */
export async function switchTo(plan, machine) {
  const { release, current, site, unit, limitMs } = plan
  const { run, ask, pause, say } = machine
  const name = basename(release)
  if (!existsSync(join(release, 'dist', 'server', 'main.js'))) {
    throw new SwitchError(`${release} is no release: dist/server/main.js is missing.`)
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
  const alone = processes.length === 1
  /** Those that no longer run as they did, the last one first. @type {number[]} */
  const touched = []

  /** @param {number} port @param {boolean} isOut */
  async function pass(port, isOut) {
    await writeFile(site, withProcess(await readFile(site, 'utf8'), port, isOut))
    await run('nginx', ['-s', 'reload'])
    await pause(RELOAD_MS)
  }

  /** @param {number} port @returns {Promise<boolean>} whether visitors are answered without that one */
  async function isSpare(port) {
    const others = processesOf(await readFile(site, 'utf8')).filter((each) => each.port !== port)
    const answers = await Promise.all(
      others.map(async (each) => !each.isOut && (await ask(each.port)) === 'ready'),
    )
    return answers.includes(true)
  }

  /**
   * Of a process that does not come up: it is left out as long as others answer. Once none does, whichever comes
   * back first has to be asked.
   * @param {number} port
   */
  async function passUnlessSpare(port) {
    if (!alone && !(await isSpare(port))) await pass(port, false)
  }

  /** @param {number} port @param {boolean} goesBack */
  async function untilReady(port, goesBack) {
    const service = `${unit}${port}`
    for (let waited = 0; ; waited += ASK_EVERY_MS) {
      if ((await ask(port)) === 'ready') return
      if (!goesBack && machine.isStopped()) throw new SwitchError('Breaking off.')
      const shown = await run('systemctl', ['show', service, '--property=NRestarts', '--value'])
      const restarts = Number(shown)
      const late = waited >= limitMs
      if (restarts >= RESTARTS || late) {
        const lines = await run('journalctl', ['-u', service, '-n', '6', '-o', 'cat', '--no-pager'])
          .then((log) => `\n${log.trimEnd()}`)
          .catch(() => '')
        const what = late
          ? `is not ready after ${limitMs / 1000} seconds`
          : `ended ${restarts} times while it started`
        throw new SwitchError(`${service} ${what}.${lines}`)
      }
      await pause(ASK_EVERY_MS)
    }
  }

  /** @param {number} port @param {boolean} goesBack */
  async function restart(port, goesBack = false) {
    const service = `${unit}${port}`
    if (!goesBack && machine.isStopped()) throw new SwitchError('Breaking off.')
    if (!alone && (await ask(port)) === 'ready' && !(await isSpare(port))) {
      throw new SwitchError(`${service} is the only one that answers, so it is left alone.`)
    }
    if (!goesBack) touched.unshift(port)
    if (!alone) await pass(port, true)
    say(`${service}: restarting`)
    await run('systemctl', ['stop', service])
    if ((await ask(port)) !== 'refused') {
      throw new SwitchError(`Something else answers on port ${port}.`)
    }
    // One that ended too often is not started again otherwise.
    await run('systemctl', ['reset-failed', service]).catch(() => '')
    await run('systemctl', ['start', service])
    await untilReady(port, goesBack)
    if (!alone) await pass(port, false)
    say(`${service}: ready`)
  }

  const { before, end } = await begin(plan)
  const states = await Promise.all(
    processes.map(async ({ port, isOut }) => ({
      port,
      isOut,
      isReady: (await ask(port)) === 'ready',
    })),
  )
  // Who answers nobody as it is, first: nobody notices.
  const weight = (/** @type {{ isOut: boolean, isReady: boolean }} */ { isOut, isReady }) =>
    (isReady ? 2 : 0) + (isOut ? 0 : 1)
  const ports = states.sort((a, b) => weight(a) - weight(b)).map(({ port }) => port)
  try {
    await pointTo(current, release)
    for (const port of ports) await restart(port)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (before === null || before === release || !existsSync(before)) {
      for (const port of touched) await passUnlessSpare(port)
      throw new SwitchError(`${reason}\nThere is nothing to go back to.`)
    }
    say(`${reason}\nGoing back to ${basename(before)}.`)
    await pointTo(current, before)
    /** @type {string[]} */
    const failures = []
    for (const port of touched) {
      await restart(port, true).catch(async (/** @type {Error} */ each) => {
        failures.push(each.message)
        await passUnlessSpare(port)
      })
    }
    if (failures.length > 0) {
      failures.push(`${basename(before)} does not run everywhere. Mend that, then run this again.`)
      throw new SwitchError(failures.join('\n'))
    }
    await end()
    const what = machine.isStopped() ? 'Broken off' : `${name} does not run`
    throw new SwitchError(`${what}; ${basename(before)} runs as before.`)
  }
  await end()
  const where = ports.sort((a, b) => a - b).join(', ')
  const back = before && before !== release ? ` ${basename(before)} can be gone back to.` : ''
  return `${name} runs on ${where}.${back}`
}

/** @param {string} command @param {string[]} args @returns {Promise<string>} what it printed */
function run(command, args) {
  return new Promise((done, failed) => {
    // In a group of its own: Ctrl+C is for this command, which then takes back what it has begun.
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
RELEASE is the folder of a release; without it the one that this file lies in.`

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
  const limit = Number(values.limit)
  if (values.help || positionals.length > 1 || !(limit > 0)) throw new SwitchError(USAGE)
  const release = resolve(positionals[0] ?? dirname(fileURLToPath(import.meta.url)))
  const current = resolve(values.current ?? join(dirname(release), 'current'))
  let stopped = false
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      stopped = true
    })
  }
  // Whose terminal is gone still gets everything put in order.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  const done = await switchTo(
    { release, current, site: values.site, unit: values.unit, limitMs: limit * 1000 },
    {
      run,
      ask,
      pause: (ms) => new Promise((over) => setTimeout(over, ms)),
      say: (line) => process.stdout.write(`${line}\n`),
      isStopped: () => stopped,
    },
  )
  process.stdout.write(`${done}\n`)
}

const isCommand =
  process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isCommand) {
  await main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
}

// @ts-check
// `npm run audit`: known vulnerabilities in production packages, according to the registry. If the registry does not
// support audits or the network is down, it says so and does not fail.
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { ROOT, say } from './project.mjs'

/**
 * Turns npm's output into readable lines and an exit code.
 * @param {string} printed
 */
export function readAudit(printed) {
  /** @type {any} */
  let audit = null
  try {
    audit = JSON.parse(printed)
  } catch {}
  const vulnerabilities = audit?.vulnerabilities
  if (!audit || audit.error || typeof vulnerabilities !== 'object') {
    const why = audit?.error?.summary || audit?.message || 'no answer'
    return { lines: [`not checked: the registry does not answer audits (${why})`], exitCode: 0 }
  }
  /** @type {any[]} */
  const holes = Object.values(vulnerabilities)
  const lines = holes.map(
    ({ name, severity, range, fixAvailable }) =>
      `${severity} ${name} ${range}${fixAvailable ? ', fixed in a newer version' : ''}`,
  )
  return holes.length > 0
    ? { lines, exitCode: 1 }
    : { lines: ['checked: no known vulnerabilities in the packages of production'], exitCode: 0 }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const npm = process.env.npm_execpath
  const { stdout } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' })
  const { lines, exitCode } = readAudit(stdout ?? '')
  for (const line of lines) say(line)
  process.exitCode = exitCode
}

// @ts-check
// `npm run outdated`: fails if a direct dependency is older than SECURITY.md promises, because a newer version of the
// same major has been out for longer than that. If the registry or the network is down, it says so and does not fail.
import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { gt, major, prerelease, valid } from 'semver'
import { ROOT, say } from './project.mjs'

/** As SECURITY.md promises: "all packages are brought up to date at least every 90 days". */
export const PROMISED_DAYS = 90
const DAY_MS = 24 * 60 * 60_000

/**
 * Days since the first version that should have replaced the current one; null if there is none. A pre-release is also
 * replaced by later pre-releases.
 * @param {string} current
 * @param {Record<string, string>} times when each version came out, as printed by `npm view NAME time`
 * @param {Date} now
 */
export function daysBehind(current, times, now) {
  const later = Object.entries(times).flatMap(([version, time]) => {
    if (!valid(version) || major(version) !== major(current) || !gt(version, current)) return []
    return prerelease(version) && !prerelease(current) ? [] : [Date.parse(time)]
  })
  return later.length > 0 ? Math.floor((now.getTime() - Math.min(...later)) / DAY_MS) : null
}

/**
 * Readable lines, and the exit code.
 * @param {{ name: string, current: string, days: number | null }[]} packages those with a newer version
 */
export function tellAges(packages) {
  const late = packages.filter(({ days }) => (days ?? 0) > PROMISED_DAYS)
  if (late.length === 0) {
    const waiting = packages.filter(({ days }) => days !== null).length
    return {
      lines: [
        `no package is overdue; packages whose newer version is younger than ${PROMISED_DAYS} days: ${waiting}`,
      ],
      exitCode: 0,
    }
  }
  return {
    lines: late.map(
      ({ name, current, days }) =>
        `${name} ${current}: a newer version has been out for ${days} days`,
    ),
    exitCode: 1,
  }
}

/**
 * Runs npm and parses its response. It exits with 1 if something is outdated.
 * @param {string[]} args
 * @returns {Promise<any>} null if there is no response
 */
function npm(args) {
  const all = [...args, '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const program = process.env.npm_execpath
  const [file, before] = program ? [process.execPath, [program]] : ['npm', []]
  const options = { cwd: ROOT, shell: !program && process.platform === 'win32', maxBuffer: 2 ** 26 }
  return new Promise((resolve) => {
    execFile(file, [...before, ...all], options, (_error, stdout) => {
      try {
        const answer = JSON.parse(stdout || '{}')
        resolve(answer.error ? null : answer)
      } catch {
        resolve(null)
      }
    })
  })
}

async function check() {
  const outdated = await npm(['outdated'])
  if (!outdated) return { lines: ['not checked: the registry does not answer'], exitCode: 0 }
  const now = new Date()
  const packages = await Promise.all(
    Object.entries(outdated).map(async ([name, { current }]) => {
      const times = await npm(['view', name, 'time'])
      return { name, current, isKnown: times !== null, days: daysBehind(current, times ?? {}, now) }
    }),
  )
  const unknown = packages.find(({ isKnown }) => !isKnown)
  if (unknown)
    return { lines: [`not checked: the registry does not know ${unknown.name}`], exitCode: 0 }
  return tellAges(packages)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { lines, exitCode } = await check()
  for (const line of lines) say(line)
  process.exitCode = exitCode
}

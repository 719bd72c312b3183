// @ts-check
// A build leaves the files of builds before it where they are: pages that are open, and processes that
// run, ask for them yet. What no build has made for a month is removed by the next one.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** @typedef {{ files: string[], old: { [name: string]: number } }} Builds what is of the last build, and since when the rest is not */

/** @param {string} record @returns {Builds} */
function read(record) {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch {
    return { files: [], old: {} }
  }
}

/** @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )

/**
 * Runs a build that writes all of its files anew, and notes which these are.
 * @param {string} folder that it writes to
 * @param {string} record a file
 * @param {() => Promise<unknown>} build
 * @param {number} [now]
 */
export async function keepingOld(folder, record, build, now = Date.now()) {
  const { old } = read(record)
  const stamps = new Map(
    existsSync(folder) ? filesBelow(folder).map((name) => [name, stampOf(join(folder, name))]) : [],
  )
  await build()
  /** @type {Builds} */
  const next = { files: [], old: {} }
  for (const name of filesBelow(folder)) {
    const file = join(folder, name)
    if (stampOf(file) !== stamps.get(name)) next.files.push(name)
    else if (now - (old[name] ?? now) > KEPT_MS) rmSync(file)
    else next.old[name] = old[name] ?? now
  }
  next.files.sort()
  writeFileSync(record, JSON.stringify(next))
}

/** @param {string} file */
function stampOf(file) {
  const { mtimeNs, ino } = statSync(file, { bigint: true })
  return `${mtimeNs} ${ino}`
}

/** @param {string} record @returns {Set<string>} the files of the last build */
export const lastBuilt = (record) => new Set(read(record).files)

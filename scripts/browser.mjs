// @ts-check
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const SYSTEM_BROWSERS = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/**
 * A Chromium to test with: CHROMIUM_PATH, then a system one, then the one that a package carries
 * and that needs no library of the system.
 * @returns {Promise<{ executablePath: string, args: string[], source: string }>}
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH=${given} does not exist.`)
    return { executablePath: given, args: [], source: 'CHROMIUM_PATH' }
  }
  const candidates =
    SYSTEM_BROWSERS[/** @type {keyof typeof SYSTEM_BROWSERS} */ (process.platform)] ?? []
  const system = candidates.find((path) => existsSync(path))
  if (system) return { executablePath: system, args: [], source: 'system' }
  return packagedBrowser()
}

/** The package unpacks into the temporary folder: one of its own for each user, or the second one may not write. */
async function packagedBrowser() {
  const folder = join(tmpdir(), `letterlend-chromium-${userInfo().username}`)
  await mkdir(folder, { recursive: true })
  process.env.TMPDIR = folder
  // Makes the package unpack the libraries it needs, too.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  // Its own arguments (one process, no web security) are for another purpose and break second contexts.
  return { executablePath, args: [], source: '@sparticuz/chromium' }
}

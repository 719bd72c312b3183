// @ts-check
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './project.mjs'

const PACKAGE = '@sparticuz/chromium'
/** The platform the package is built for. Elsewhere the system needs a browser. */
const PACKAGED_FOR = { platform: 'linux', arch: 'x64' }

/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
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
 * Which Chromium to test with: CHROMIUM_PATH, else the package's, so that tests use the same browser on every machine.
 * A system browser is only used where the package has none.
 * @param {{ platform: NodeJS.Platform, arch: string, given: string | undefined, exists: (path: string) => boolean }} machine
 * @returns {{ source: 'CHROMIUM_PATH' | 'system', executablePath: string } | { source: 'package' }}
 */
export function chooseBrowser({ platform, arch, given, exists }) {
  if (given) {
    if (!exists(given)) throw new Error(`CHROMIUM_PATH=${given} does not exist.`)
    return { source: 'CHROMIUM_PATH', executablePath: given }
  }
  if (platform === PACKAGED_FOR.platform && arch === PACKAGED_FOR.arch) return { source: 'package' }
  const executablePath = SYSTEM_BROWSERS[platform]?.find(exists)
  if (!executablePath) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH.')
  return { source: 'system', executablePath }
}

/**
 * How to start the Chromium to test with. `env` holds additional environment variables for it.
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>}
 */
export async function findBrowser() {
  const { platform, arch } = process
  const chromiumPath = process.env.CHROMIUM_PATH
  const choice = chooseBrowser({ platform, arch, given: chromiumPath, exists: existsSync })
  if (choice.source !== 'package') return { executablePath: choice.executablePath, env: {} }
  return unpackBrowser(tmpdir())
}

/**
 * The package's browser with its libraries and font, unpacked once per version and user. Unpacks into a temporary
 * folder first, so that no other process sees an incomplete one.
 * @param {string} parent
 * @returns {ReturnType<typeof findBrowser>}
 */
export async function unpackBrowser(parent) {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const version = manifest.devDependencies[PACKAGE]
  const user = process.getuid?.() ?? userInfo().username
  const folder = join(parent, `letterlend-chromium-${version}-${user}`)
  const executablePath = join(folder, 'chromium')
  if (!existsSync(executablePath)) {
    const scratch = await mkdtemp(`${folder}-`)
    await unpackInto(scratch, join(folder, 'fonts'))
    await rename(scratch, folder).catch(async (error) => {
      await rm(scratch, { recursive: true })
      // Another process was faster.
      if (!existsSync(executablePath)) throw error
    })
  }
  // Every user may write to the folder for temporary files, so check the owner.
  if (process.getuid && (await stat(folder)).uid !== process.getuid())
    throw new Error(`${folder} belongs to another user: remove it.`)
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean)
  return {
    executablePath,
    env: {
      LD_LIBRARY_PATH: libraries.join(delimiter),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  }
}

/**
 * The package unpacks into the folder for temporary files, and its libraries only on a platform it recognises. Its
 * font settings name a folder that never exists.
 * @param {string} folder
 * @param {string} fonts where the fonts will be
 */
async function unpackInto(folder, fonts) {
  const script = `import chromium from '${PACKAGE}'; await chromium.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  await writeFile(
    join(folder, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>
`,
  )
}

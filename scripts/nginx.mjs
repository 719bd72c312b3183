// @ts-check
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian installs programs for root outside the usual PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`

/** @param {string} program */
const runs = (program) =>
  spawnSync(program, ['-v'], { env: { ...process.env, PATH }, stdio: 'ignore' }).status === 0

/**
 * nginx from the Debian or Ubuntu package, unpacked into a folder without installing it or being root.
 * @param {string} folder
 */
async function unpackPackage(folder) {
  const [lists, cache] = [join(folder, 'lists'), join(folder, 'cache')]
  mkdirSync(join(lists, 'partial'), { recursive: true })
  mkdirSync(join(cache, 'archives', 'partial'), { recursive: true })
  const patience = ['Acquire::Retries=0', 'Acquire::http::Timeout=10', 'Acquire::https::Timeout=10']
  // If run as root, apt would download as a user who may not write here.
  const settings = [`Dir::State::Lists=${lists}`, `Dir::Cache=${cache}`, 'APT::Sandbox::User=root']
  const options = [...patience, ...settings].flatMap((each) => ['-o', each])
  const within = { cwd: folder, timeout: 60_000 }
  await run('apt-get', [...options, '-qq', 'update'], within)
  await run('apt-get', [...options, '-qq', 'download', 'nginx'], within)
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'))
  if (!archive) throw new Error('apt-get downloaded nothing')
  const unpacked = join(folder, 'unpacked')
  await run('dpkg-deb', ['-x', archive, unpacked], within)
  const program = join(unpacked, 'usr', 'sbin', 'nginx')
  if (!runs(program)) throw new Error('the package has no nginx that runs here')
  return program
}

/**
 * The nginx of this machine, or the one from Debian's package if it is available.
 * @returns {Promise<{ program: string, source: string, remove: () => void } | { program: null, reason: string }>}
 */
export async function findNginx() {
  const given = 'nginx'
  if (runs(given)) return { program: given, source: 'of this machine', remove: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-nginx-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const program = await unpackPackage(folder)
    return { program, source: 'unpacked from its package', remove }
  } catch (error) {
    remove()
    return { program: null, reason: error instanceof Error ? error.message : String(error) }
  }
}

// @ts-check
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres'

/** @param {number} port */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Programs of the newest installed server. */
function findBinaries() {
  const folder = '/usr/lib/postgresql'
  if (!existsSync(folder)) return null
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a))
  const binFolder = versions
    .map((v) => join(folder, v, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  return binFolder ?? null
}

/**
 * PostgreSQL refuses to run as root; then the user of its package runs it.
 * @returns {{ uid?: number, gid?: number }}
 */
function serverUser() {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('There is no user postgres to run a private cluster as.')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ uid?: number, gid?: number }} user
 * @returns {Promise<void>}
 */
function runAs(command, args, user) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...user, stdio: 'ignore', cwd: tmpdir() })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    )
  })
}

/**
 * @param {string} bin
 * @returns {Promise<{ url: string, source: string, stop: () => Promise<void> }>}
 */
async function startPrivateCluster(bin) {
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const port = await freePort()
  const data = join(folder, 'data')
  await runAs(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    user,
  )
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  await runAs(
    join(bin, 'pg_ctl'),
    ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'],
    user,
  )
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    source: `private cluster from ${bin}`,
    async stop() {
      await runAs(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], user)
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * A PostgreSQL for tests: TEST_DATABASE_URL, the usual local one, or a private cluster; null if none is available.
 * `forLong`: for hundreds of tests a private cluster is worth starting, because it never waits for the disk, while the
 * usual one does for each created or dropped database.
 */
export async function findPostgres({ forLong = false } = {}) {
  const stop = async () => {}
  const givenUrl = process.env.TEST_DATABASE_URL
  if (givenUrl) return { url: givenUrl, source: 'TEST_DATABASE_URL', stop }
  const bin = findBinaries()
  if (forLong && bin) return startPrivateCluster(bin)
  if (await answers(5432)) return { url: LOCAL, source: '127.0.0.1:5432', stop }
  return bin ? startPrivateCluster(bin) : null
}

import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import lockfile from 'proper-lockfile'

/** The directory is in use; its message is the sentence shown to the person who started. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `Another Letterlend is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    )
  }
}

/** The directory cannot be created or written; its message is the sentence shown to the person who started. */
export class DataDirUnusableError extends Error {
  constructor(dataDir: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    super(
      `DATA_DIR=${dataDir} cannot be written${code}: set it to a folder that this user may write.`,
      { cause },
    )
  }
}

/** The kernel refuses longer socket paths (104 bytes on macOS, 108 on Linux). */
const MAX_SOCKET_PATH = 100

function socketPath(dataDir: string): string {
  const name = `letterlend-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const absolute = join(dataDir, 'lock.sock')
  const short = [absolute, relative(process.cwd(), absolute)].find(
    (path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH,
  )
  return short ?? join(tmpdir(), `${name}.sock`)
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

/**
 * Holds `dataDir` for this process until the returned function is called. The lock is an open
 * socket: the kernel closes it when the process dies, however it dies, so nothing stale has to
 * time out. A lock file guards only the moment of taking over. Throws {@link DataDirInUseError}
 * or {@link DataDirUnusableError}.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = socketPath(dataDir)
  const leave = await lockfile
    .lock(dataDir, {
      lockfilePath: join(dataDir, 'taking-over.lock'),
      stale: 5_000,
      retries: { retries: 30, minTimeout: 100, maxTimeout: 300 },
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOCKED'
        ? new DataDirInUseError(dataDir)
        : new DataDirUnusableError(dataDir, error)
    })
  try {
    if (await isAlive(path)) throw new DataDirInUseError(dataDir)
    if (process.platform !== 'win32') await rm(path, { force: true })
    const server = await listen(path)
    return () => new Promise((resolve) => server.close(() => resolve()))
  } finally {
    await leave()
  }
}

import { createHash } from 'node:crypto'
import { chmod, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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

/** There is no room left for the database; its message is the sentence shown to the person who started. */
export class DataDirFullError extends Error {
  constructor(dataDir: string, cause?: unknown) {
    super(
      `The disk that holds DATA_DIR=${dataDir} is full: free some space (an empty database takes 64 MB), then start again.`,
      { cause },
    )
  }
}

/** The kernel refuses longer socket paths (104 bytes on macOS, 108 on Linux). */
const MAX_SOCKET_PATH = 100
const SOCKET = 'lock.sock'

const fits = (path: string) => Buffer.byteLength(path) <= MAX_SOCKET_PATH

/** An empty folder of our own with a short path. */
async function createShortFolder(): Promise<string> {
  const parent = [tmpdir(), '/tmp'].find((path) =>
    fits(join(path, 'letterlend-123456', 'd', SOCKET)),
  )
  return mkdtemp(join(parent ?? '/tmp', 'letterlend-'))
}

/**
 * Calls `use` with a path of the socket in `dataDir` that the kernel takes. A path that is too long is
 * reached through a link, there for this moment alone: the socket itself is always in `dataDir`, so
 * that it is the same for everyone, whatever they call it and wherever they run.
 */
async function withSocketPath<T>(dataDir: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') {
    // A pipe has a name of its own instead of a place, and no limit that matters.
    const hash = createHash('sha256')
      .update(await realpath(dataDir))
      .digest('hex')
    return use(`\\\\.\\pipe\\letterlend-${hash.slice(0, 16)}`)
  }
  const path = join(dataDir, SOCKET)
  if (fits(path)) return use(path)
  const folder = await createShortFolder()
  try {
    const link = join(folder, 'd')
    await symlink(dataDir, link)
    return await use(join(link, SOCKET))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the holder of a directory says to those who connect to its socket. */
export type Answer = (socket: Socket) => void

/** Somebody listens, who has another user or no time. */
const BUSY = new Set(['EACCES', 'EPERM', 'EAGAIN', 'EBUSY'])

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(BUSY.has(code ?? '')))
  })
}

function listen(path: string, answer: Answer): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(answer)
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

/** A connection to whoever holds `dataDir`; null where nobody does, or nobody whom this user may ask. */
export function connectToHolder(dataDir: string): Promise<Socket | null> {
  return withSocketPath(
    resolve(dataDir),
    (path) =>
      new Promise<Socket | null>((done) => {
        const socket = connect(path)
        socket.once('connect', () => done(socket))
        socket.once('error', () => done(null))
      }),
  ).catch(() => null)
}

/**
 * Holds `dataDir` for this process until the returned function is called. The lock is an open
 * socket: the kernel closes it when the process dies, however it dies, so nothing stale has to
 * time out. A lock file guards only the moment of taking over. Throws {@link DataDirInUseError}
 * or {@link DataDirUnusableError}.
 * @param answer by default nothing; only this user can connect
 */
export async function lockDataDir(
  dataDir: string,
  answer: Answer = (socket) => socket.destroy(),
): Promise<() => Promise<void>> {
  const leave = await lockfile
    .lock(dataDir, {
      lockfilePath: join(dataDir, 'taking-over.lock'),
      stale: 5_000,
      retries: { retries: 30, minTimeout: 100, maxTimeout: 300 },
    })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOCKED') throw new DataDirInUseError(dataDir)
      if (error.code === 'ENOSPC') throw new DataDirFullError(dataDir, error)
      throw new DataDirUnusableError(dataDir, error)
    })
  try {
    const open = new Set<Socket>()
    const take: Answer = (socket) => {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => open.delete(socket))
      answer(socket.unref())
    }
    const server = await withSocketPath(resolve(dataDir), async (path) => {
      if (await isAlive(path)) throw new DataDirInUseError(dataDir)
      if (process.platform === 'win32') return listen(path, take)
      await rm(path, { force: true })
      const listening = await listen(path, take)
      await chmod(path, 0o600)
      return listening
    })
    return () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of open) socket.destroy()
      })
  } finally {
    await leave()
  }
}

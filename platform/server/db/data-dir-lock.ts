import { createHash } from 'node:crypto'
import { chmod, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import lockfile from 'proper-lockfile'

/** The directory is in use; the message is shown to the operator. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `Another Letterlend is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    )
  }
}

/** The directory cannot be created or written; the message is shown to the operator. */
export class DataDirUnusableError extends Error {
  constructor(dataDir: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    super(
      `DATA_DIR=${dataDir} cannot be written${code}: set it to a folder that this user may write.`,
      { cause },
    )
  }
}

/** The disk is too full for the database; the message is shown to the operator. */
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

/** Creates an empty temporary folder with a short path. */
async function createShortFolder(): Promise<string> {
  const parent = [tmpdir(), '/tmp'].find((path) =>
    fits(join(path, 'letterlend-123456', 'd', SOCKET)),
  )
  return mkdtemp(join(parent ?? '/tmp', 'letterlend-'))
}

/**
 * Calls `use` with a path to the socket in `dataDir` that is short enough for the kernel. A longer path is reached
 * through a temporary link. The socket itself is always in `dataDir`, so every process finds the same one.
 */
async function withSocketPath<T>(dataDir: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') {
    // Named pipes are not files and have no relevant length limit.
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

/** Answers a client that connects to the socket of the directory's holder. */
export type Answer = (socket: Socket) => void

/** A process listens, but runs as another user or is busy. */
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

/** Connects to the process that holds `dataDir`; null if there is none, or none that this user may talk to. */
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
 * Holds `dataDir` for this process until the returned function is called. The lock is an open socket, which the kernel
 * closes when the process dies, so a lock never becomes stale. A lock file only guards the takeover.
 * Throws {@link DataDirInUseError} or {@link DataDirUnusableError}.
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

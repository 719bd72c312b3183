import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { connectToHolder } from '../db/data-dir-lock.ts'
import { backupOf } from './backup.writing.ts'
import { BackupError } from './backup-error.ts'

/*
 * The embedded database belongs to one process. Asked over the socket by which that one holds DATA_DIR,
 * which only its own user can connect to, a running server makes the backup itself and sends it:
 * `ok` and the number of bytes on a line, then the bytes; or `failed` and a sentence.
 */

const REQUEST = 'backup 1\n'
const LONGEST_LINE = 1_000
/** Whoever connects to ask says so at once, and whoever gets a backup takes it. */
const PATIENCE_MS = 30_000
const SPOOL = 'backup.spool'

/** The first of some events; `close` follows whatever error. */
function eventOf(socket: Socket, names: string[]): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      for (const name of names) socket.off(name, settle)
      resolve()
    }
    for (const name of names) socket.on(name, settle)
  })
}

/** The first line that arrives, and what came with it. */
async function readLine(socket: Socket): Promise<string> {
  let text = ''
  while (!text.endsWith('\n') && text.length < LONGEST_LINE) {
    const byte: Buffer | null = socket.read(1)
    if (byte) text += byte.toString('latin1')
    else if (socket.readableEnded || socket.destroyed) break
    else await eventOf(socket, ['readable', 'end', 'close'])
  }
  return text
}

/**
 * Written to a file first: whoever fetches it slowly, or stops to, must not hold up the community, which
 * waits as long as the transaction is open.
 */
async function spool(database: Database, path: string, address: string): Promise<number> {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  await database.snapshot((copying) =>
    pipeline(
      backupOf(copying, { database: database.kind, address }),
      createGzip(),
      file.createWriteStream(),
    ),
  )
  const check = await open(path, 'r')
  try {
    return (await check.stat()).size
  } finally {
    await check.close()
  }
}

/** Lets the running server answer `npm run backup`; one backup at a time. */
export function answerBackups(
  database: Database,
  { dataDir, publicUrl }: Pick<Config, 'dataDir' | 'publicUrl'>,
  logger: FastifyBaseLogger,
): void {
  const path = join(dataDir, SPOOL)
  let last = Promise.resolve()
  const send = async (socket: Socket) => {
    try {
      const bytes = await spool(database, path, publicUrl)
      // Only whoever fetches it has to keep up; making it takes as long as it takes.
      socket.setTimeout(PATIENCE_MS)
      socket.write(`ok ${bytes}\n`)
      await pipeline(createReadStream(path), socket)
      logger.info({ bytes }, 'backup made')
    } catch (error) {
      logger.error({ err: error }, 'backup failed')
      const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
      socket.end(
        full
          ? `failed The disk of ${dataDir} is full: the running server needs room there for the backup until it was fetched.\n`
          : `failed ${error instanceof BackupError ? error.message : 'The running server could not make it; its log says why.'}\n`,
      )
    } finally {
      await rm(path, { force: true })
    }
  }
  database.answerSocket?.((socket) => {
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    const take = (line: string) => {
      if (line !== REQUEST) return socket.destroy()
      socket.setTimeout(0)
      last = last.then(() => (socket.destroyed ? undefined : send(socket)))
    }
    readLine(socket).then(take, () => socket.destroy())
  })
}

/** A backup that the server which runs on `dataDir` makes; null where none runs. Throws {@link BackupError}. */
export async function requestBackup(dataDir: string): Promise<AsyncIterable<Buffer> | null> {
  const socket = await connectToHolder(dataDir)
  if (!socket) return null
  // Whoever hangs up at once is answered for below.
  socket.on('error', () => {})
  socket.write(REQUEST)
  const [answer, detail = ''] = splitOnce((await readLine(socket)).trimEnd())
  if (answer === 'failed') throw new BackupError(detail)
  if (answer !== 'ok') {
    socket.destroy()
    throw new BackupError(
      `What runs on ${dataDir} makes no backups: it is an older version, is just starting or stopping, or is a command. Try again, or stop it first.`,
    )
  }
  return whole(socket, Number(detail))
}

function splitOnce(line: string): [string, string] {
  const space = line.indexOf(' ')
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
}

async function* whole(socket: Socket, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const part of socket as AsyncIterable<Buffer>) {
    left -= part.length
    yield part
  }
  if (left !== 0)
    throw new BackupError('The running server stopped before all of the backup was there.')
}

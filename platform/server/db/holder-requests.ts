import type { Socket } from 'node:net'
import type { Database } from './client.ts'
import { connectToHolder } from './data-dir-lock.ts'

/*
 * Only one process can open the embedded database. Commands ask the running server over the socket with which it holds
 * DATA_DIR, which only the same user can connect to. A request is one line, such as `backup 1`, optionally followed by
 * URL-encoded JSON. The answer starts with `ok` and the number of bytes that follow, or with `failed` and a sentence.
 */

/** A path has at most 254 characters, each of which may take nine when encoded. */
const LONGEST_LINE = 4_000
/** How long a client may take to send its request or to read the answer. */
export const PATIENCE_MS = 30_000

/** Writes the answer and ends the socket. It reports its own failures. */
export type HolderAnswer = (socket: Socket, content?: unknown) => Promise<void>

/** The name of a request ends with the version of the protocol: `admin list 1`. */
const REQUEST = /^([a-z ]+ \d+)(?: (\S+))?\n$/

/** Parses a request line; null if it is not a request. */
function readRequest(line: string): { name: string; content: unknown } | null {
  const [, name = '', text] = REQUEST.exec(line) ?? []
  if (name === '') return null
  try {
    return { name, content: text && JSON.parse(decodeURIComponent(text)) }
  } catch {
    return null
  }
}

/** Waits for the first of several events; `close` follows every error. */
function eventOf(socket: Socket, names: string[]): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      for (const name of names) socket.off(name, settle)
      resolve()
    }
    for (const name of names) socket.on(name, settle)
  })
}

/** Reads the first line and leaves the rest unread. */
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

/** Lets the running server answer requests, one at a time. */
export function answerRequests(
  database: Database,
  answers: Readonly<Record<string, HolderAnswer>>,
): void {
  let last = Promise.resolve()
  database.answerSocket?.((socket) => {
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    const take = (line: string) => {
      const request = readRequest(line)
      const answer = request && answers[request.name]
      if (!answer) return socket.destroy()
      socket.setTimeout(0)
      last = last.then(() => (socket.destroyed ? undefined : answer(socket, request.content)))
    }
    readLine(socket).then(take, () => socket.destroy())
  })
}

export type Held =
  | { kind: 'answered'; bytes: number; body: Socket }
  | { kind: 'failed'; sentence: string }
  /**
   * The folder is held by a process that does not know the request: an older version, a command, or a server that is
   * starting.
   */
  | { kind: 'unknown' }

/** The answer of the server that runs on `dataDir`; null if none runs. */
export async function askHolder(
  dataDir: string,
  name: string,
  content?: object,
): Promise<Held | null> {
  const socket = await connectToHolder(dataDir)
  if (!socket) return null
  // An early hang-up is handled below.
  socket.on('error', () => {})
  const details = content ? ` ${encodeURIComponent(JSON.stringify(content))}` : ''
  socket.write(`${name}${details}\n`)
  const [, word, detail = ''] = /^(\w+) (.*)\n$/.exec(await readLine(socket)) ?? []
  if (word === 'ok') return { kind: 'answered', bytes: Number(detail), body: socket }
  socket.destroy()
  return word === 'failed' ? { kind: 'failed', sentence: detail } : { kind: 'unknown' }
}

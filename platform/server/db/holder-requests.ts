import type { Socket } from 'node:net'
import type { Database } from './client.ts'
import { connectToHolder } from './data-dir-lock.ts'

/*
 * The embedded database belongs to one process. Commands ask a running server for what they need, over the socket by which
 * it holds DATA_DIR and which only its own user can connect to: a request is a line, `backup 1`, which may end with its
 * content as JSON in the letters of an address. The answer begins with `ok` and the number of bytes that follow, or with
 * `failed` and a sentence.
 */

/** An address has at most 254 letters, of which each may take nine. */
const LONGEST_LINE = 4_000
/** Whoever connects to ask says so at once, and whoever gets an answer takes it. */
export const PATIENCE_MS = 30_000

/** Writes the answer and ends the socket; its failures are its own to tell. */
export type HolderAnswer = (socket: Socket, content?: unknown) => Promise<void>

/** The name of a request ends with the version of what is said: `admin list 1`. */
const REQUEST = /^([a-z ]+ \d+)(?: (\S+))?\n$/

/** What a line asks for; null where it is no request. */
function readRequest(line: string): { name: string; content: unknown } | null {
  const [, name = '', text] = REQUEST.exec(line) ?? []
  if (name === '') return null
  try {
    return { name, content: text && JSON.parse(decodeURIComponent(text)) }
  } catch {
    return null
  }
}

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

/** The first line that arrives; what came with it stays to be read. */
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
  /** Somebody holds the folder and does not know the request: an older version, a command, or a start under way. */
  | { kind: 'unknown' }

/** What the server that runs on `dataDir` answers; null where none runs. */
export async function askHolder(
  dataDir: string,
  name: string,
  content?: object,
): Promise<Held | null> {
  const socket = await connectToHolder(dataDir)
  if (!socket) return null
  // Whoever hangs up at once is answered for below.
  socket.on('error', () => {})
  const details = content ? ` ${encodeURIComponent(JSON.stringify(content))}` : ''
  socket.write(`${name}${details}\n`)
  const [, word, detail = ''] = /^(\w+) (.*)\n$/.exec(await readLine(socket)) ?? []
  if (word === 'ok') return { kind: 'answered', bytes: Number(detail), body: socket }
  socket.destroy()
  return word === 'failed' ? { kind: 'failed', sentence: detail } : { kind: 'unknown' }
}

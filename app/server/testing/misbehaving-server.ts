import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** What goes wrong at the next calls of a kind; it then goes right again. */
export type Misbehaviour =
  /** It is done, and the connection breaks before the answer. */
  | 'drop_after'
  /** The connection breaks before anything is done. */
  | 'drop_before'
  /** It is done, and answered long after. */
  | 'late'
  | 'server_error'
/** Where in a call somebody may be interrupted. */
export type CallPhase = 'received' | 'done' | 'answered'

export interface Answer {
  status: number
  body: object
}

interface Call<Step> {
  step: Step
  /** Of what it is about; empty where it is about nothing that has one. */
  id: string
  text: string
  headers: IncomingHttpHeaders
}

/** The part of a protocol that is spoken, and its way of being wrong. */
interface Protocol<Step, How> {
  stepOf(method: string, path: string): [step: Step, id: string]
  /** The answer to who may not ask: nothing is done. */
  refuse?(call: Call<Step>): Answer | undefined
  perform(call: Call<Step>): Answer
  /** What a `server_error` says. */
  failure: object
  /** Sends the answer, or something else instead. */
  send?(response: ServerResponse, answer: Answer, how: How | undefined): void
}

export interface MisbehavingServer<Step, How> {
  url: string
  /** Calls so far. */
  calls: Step[]
  misbehave(step: Step, how: How, times?: number): void
  close(): Promise<void>
}

export interface MisbehavingServerOptions<Step> {
  lateMs?: number
  /** Told of each call, so that whoever makes it can be interrupted; false: it never arrives. */
  onCall?: (step: Step, phase: CallPhase) => undefined | false | Promise<undefined | false>
}

/** Thrown where the protocol says no. */
export class Refusal extends Error implements Answer {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super()
    this.status = status
    this.body = body
  }
}

/** What `act` answers or refuses, as it is now: what is answered again later is what was answered first. */
export function outcomeOf(act: () => object): Answer {
  try {
    return { status: 200, body: structuredClone(act()) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: error.body }
  }
}

export function sendJson(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A server for a protocol, on this machine, that misbehaves when it is told to. */
export async function startMisbehavingServer<Step extends string, How extends string>(
  { stepOf, refuse, perform, failure, send = sendJson }: Protocol<Step, How | Misbehaviour>,
  { lateMs = 300, onCall }: MisbehavingServerOptions<Step>,
): Promise<MisbehavingServer<Step, How | Misbehaviour>> {
  const misbehaviour = new Map<Step, (How | Misbehaviour)[]>()
  const calls: Step[] = []
  const http = createServer(async (request, response) => {
    const { method = '', url = '', headers, socket } = request
    const [step, id] = stepOf(method, url)
    calls.push(step)
    const call = { step, id, text: await text(request), headers }
    const lost = (await onCall?.(step, 'received')) === false
    const how = misbehaviour.get(step)?.shift()
    if (lost || how === 'drop_before') return void socket.destroy()
    if (how === 'server_error') return sendJson(response, { status: 500, body: failure })
    const refusal = refuse?.(call)
    if (refusal) return sendJson(response, refusal)
    const answer = perform(call)
    await onCall?.(step, 'done')
    if (how === 'drop_after') return void socket.destroy()
    if (how === 'late') await wait(lateMs)
    send(response, answer, how)
    await onCall?.(step, 'answered')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls,
    misbehave: (step, how, times = 1) => void misbehaviour.set(step, Array(times).fill(how)),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

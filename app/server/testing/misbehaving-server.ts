import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** What goes wrong in the next calls of a kind, before it works again. */
export type Misbehaviour =
  /** The call runs, and the connection breaks before the response. */
  | 'drop_after'
  /** The connection breaks before the call runs. */
  | 'drop_before'
  /** The call runs, and the response is very late. */
  | 'late'
  | 'server_error'
/** The points at which a call can be interrupted. */
export type CallPhase = 'received' | 'done' | 'answered'

export interface Answer {
  status: number
  body: object
}

interface Call<Step> {
  step: Step
  /** Id of the object the call concerns; empty if there is none. */
  id: string
  text: string
  headers: IncomingHttpHeaders
}

/** The implemented part of a protocol, and its ways of failing. */
interface Protocol<Step, How> {
  stepOf(method: string, path: string): [step: Step, id: string]
  /** The response to an unauthorised call, which then does nothing. */
  refuse?(call: Call<Step>): Answer | undefined
  perform(call: Call<Step>): Answer
  /** Body of a `server_error`. */
  failure: object
  /** Sends the response, or something else instead. */
  send?(response: ServerResponse, answer: Answer, how: How | undefined): void
}

export interface MisbehavingServer<Step, How> {
  url: string
  calls: Step[]
  misbehave(step: Step, how: How, times?: number): void
  close(): Promise<void>
}

export interface MisbehavingServerOptions<Step> {
  lateMs?: number
  /** Called for each phase of a call, so that a test can interrupt the caller; false: the call never arrives. */
  onCall?: (step: Step, phase: CallPhase) => undefined | false | Promise<undefined | false>
}

/** Thrown when the protocol rejects a call. */
export class Refusal extends Error implements Answer {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super()
    this.status = status
    this.body = body
  }
}

/** Runs `act` and copies its result or refusal, so that repeating the response later gives the original one. */
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

/** A local server for a protocol that misbehaves on request. */
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

import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { DeliveryFailure } from '../webhook-events.ts'

/** For the whole attempt, and shorter than the expiry of its job. */
export const TIMEOUT_MS = 10_000

/** What is not on the public internet: IANA's registries of special-purpose addresses. */
const NOT_PUBLIC = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(address, bits, 'ipv4')

/** The public part of IPv6, without what embeds an IPv4 address or is for documentation. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
const NOT_PUBLIC_V6 = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC_V6.addSubnet(address, bits, 'ipv6')

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC_V6.check(address, 'ipv6')
}

class PrivateAddressError extends Error {}

/**
 * Whether the server may be told to call an address: https, without a password, and no address of an internal network;
 * or one of the origins that the operator has named. A name is checked again when it is resolved.
 */
export function mayBeCalled(url: string, ownOrigins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password, origin } = new URL(url)
  if (username !== '' || password !== '') return false
  if (ownOrigins.includes(origin)) return true
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host))
}

/** Resolves a name, and fails if it leads into an internal network. The connection uses just these addresses. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error('no address'), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(hostname), '', 0)
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

interface Message {
  id: string
  body: string
  /** Each of them signs: while a secret is being replaced, there are two. */
  secrets: readonly string[]
}

/** The signatures of Standard Webhooks: HMAC-SHA256 over id, time and body, with spaces between them. */
function signaturesOf({ id, body, secrets }: Message, seconds: number): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return signatures.join(' ')
}

export interface Attempt {
  /** Null: delivered. */
  failure: DeliveryFailure | null
  /** Null: there was no response. */
  status: number | null
}

const attemptOf = (status: number): Attempt => {
  if (status >= 200 && status < 300) return { failure: null, status }
  return { failure: status >= 300 && status < 400 ? 'redirect' : 'status', status }
}

const UNKNOWN_HOST = ['ENOTFOUND', 'EAI_AGAIN']

function failureOf(error: NodeJS.ErrnoException, socket: Socket | null): DeliveryFailure {
  if (error instanceof PrivateAddressError) return 'private_address'
  if (UNKNOWN_HOST.includes(error.code ?? '')) return 'unknown_host'
  // Null unless the certificate was refused, whatever its types say.
  if (socket instanceof TLSSocket && socket.authorizationError) return 'certificate'
  return 'connection'
}

/**
 * Posts a message once. Only the status of the response counts: its body is not read, and redirects are not followed,
 * since they could lead to an unchecked address.
 */
export function postMessage(
  url: string,
  message: Message,
  {
    ownOrigins,
    now,
    signal,
    timeoutMs = TIMEOUT_MS,
  }: { ownOrigins: readonly string[]; now: Date; signal?: AbortSignal; timeoutMs?: number },
): Promise<Attempt> {
  if (!mayBeCalled(url, ownOrigins))
    return Promise.resolve({ failure: 'private_address', status: null })
  const { protocol, origin } = new URL(url)
  const seconds = Math.floor(now.getTime() / SECOND_MS)
  const timeout = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(!ownOrigins.includes(origin) && { lookup: lookupPublic }),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(message.body),
        'user-agent': 'Letterlend',
        'webhook-id': message.id,
        'webhook-timestamp': seconds,
        'webhook-signature': signaturesOf(message, seconds),
      },
    })
    request.once('response', (response) => {
      resolve(attemptOf(response.statusCode ?? 0))
      request.destroy()
    })
    request.on('error', (error) => {
      const failure = timeout.aborted ? 'timeout' : failureOf(error, request.socket)
      resolve({ failure, status: null })
    })
    // A switch to another protocol ends the request without a response and without an error.
    request.on('close', () => resolve({ failure: 'connection', status: null }))
    request.end(message.body)
  })
}

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { DAY_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'

/** The service's next response: a status, a broken connection, or none in time. */
export type PushAnswer = number | { status: number; headers: Record<string, string> } | 'drop'

/** A browser on a device, reduced to pushes. */
export interface Device {
  /** In the format of `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Decrypted pushes, oldest first. */
  received: { payload: unknown; headers: IncomingHttpHeaders }[]
  /** The service's next responses, instead of delivering. */
  answers: PushAnswer[]
  calls: number
}

export interface PushServer {
  origin: string
  /** Subscribes like a browser, with the server's public key. */
  subscribe(applicationServerKey: string): Device
  close(): Promise<void>
}

interface Browser extends Device {
  ecdh: ECDH
  auth: Buffer
  applicationServerKey: string
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64url')
const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts one record of `aes128gcm` (RFC 8188), as a browser does (RFC 8291). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  if (sealed.length > body.readUInt32BE(16)) throw new Error('More than one record')
  const shared = ecdh.computeSecret(serverKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
  const secret = hkdf(shared, auth, info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('No delimiter')
  return padded.subarray(0, end).toString('utf8')
}

/** Whether the sender is the server that the browser subscribed to (RFC 8292). */
function isSigned(authorization: string, { applicationServerKey }: Browser, origin: string) {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (key !== applicationServerKey) return false
  const point = fromBase64(key)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const valid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    fromBase64(signature),
  )
  const { alg } = JSON.parse(fromBase64(header).toString())
  const { aud, exp, sub } = JSON.parse(fromBase64(claims).toString())
  const left = exp - Date.now() / SECOND_MS
  const current = left > 0 && left <= DAY_SECONDS
  return valid && alg === 'ES256' && aud === origin && current && /^(mailto|https):/.test(sub)
}

/** The status with which a push service rejects a request; null if it is valid (RFC 8030). */
function faultOf(headers: IncomingHttpHeaders, body: Buffer): number | null {
  const { ttl, topic = 'none', urgency = 'normal' } = headers
  if (!/^\d+$/.test(String(ttl)) || headers['content-encoding'] !== 'aes128gcm') return 400
  if (!/^[\w-]{1,32}$/.test(String(topic))) return 400
  if (!/^(very-low|low|normal|high)$/.test(String(urgency))) return 400
  return body.length > 4096 ? 413 : null
}

/** A local push service with its browsers; it responds as the test sets. */
export async function startPushServer(): Promise<PushServer> {
  const browsers = new Map<string, Browser>()
  let origin = ''
  const http = createServer(async ({ method, url = '', headers, socket }, response) => {
    const body = await buffer(response.req)
    const answer = (status: number, more: Record<string, string> = {}) =>
      void response.writeHead(status, more).end()
    const browser = browsers.get(url)
    if (!browser || method !== 'POST') return answer(404)
    browser.calls++
    const fault = faultOf(headers, body)
    if (fault) return answer(fault)
    if (!isSigned(headers.authorization ?? '', browser, origin)) return answer(403)
    const next = browser.answers.shift()
    if (next === 'drop') return void socket.destroy()
    if (typeof next === 'number') return answer(next)
    if (next) return answer(next.status, next.headers)
    browser.received.push({ payload: JSON.parse(decrypt(body, browser)), headers })
    answer(201, { location: `${origin}/message/${randomUUID()}` })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    origin,
    subscribe(applicationServerKey) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomUUID()}`
      const keys = { p256dh, auth: auth.toString('base64url') }
      const browser: Browser = {
        subscription: { endpoint: origin + path, keys },
        received: [],
        answers: [],
        calls: 0,
        ecdh,
        auth,
        applicationServerKey,
      }
      browsers.set(path, browser)
      return browser
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

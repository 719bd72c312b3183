import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SECOND_MS } from '#platform/shared/durations.ts'

type Json = Record<string, unknown>

/** A provider's misbehaviour, which may change between two logins. */
export interface Lies {
  metadata: Json
  /** Overrides claims of the ID token. */
  claims: Json
  userinfo: Json
  /** `none` omits the signature. */
  alg: 'RS256' | 'none'
  /** Signs with a key that it does not publish. */
  otherKey: boolean
  /** Behaviour of the token endpoint. */
  token: 'answers' | 'hangs' | 'is huge' | 'is broken' | 'refuses' | 'has no ID token'
  /** Overrides parameters of the redirect; null omits one. */
  back: Record<string, string | null>
  /** Claims of the ID token in addition to the mandatory ones. */
  inToken: Json
}

const TRUTH: Lies = {
  metadata: {},
  claims: {},
  userinfo: {},
  alg: 'RS256',
  otherKey: false,
  token: 'answers',
  back: {},
  inToken: {},
}

export interface LyingProvider {
  issuer: string
  lies: Lies
  /** Stops misbehaving. */
  repent(): void
  /** The query of the redirect back from its page, for a user who was sent to this URL. */
  callbackQueryFor(url: string): string
  /** How many times its metadata was fetched. */
  discoveries: number
  /** The last token request, as a form. */
  lastGrant: URLSearchParams
  close(): Promise<void>
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url')

function signed(payload: Json, alg: Lies['alg'], key: KeyObject): string {
  const text = `${encoded({ alg, kid: 'first', typ: 'JWT' })}.${encoded(payload)}`
  if (alg === 'none') return `${text}.`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

/** A provider that responds as a test wants, on its own port. `path` is that of its issuer. */
export async function startLyingProvider(clientId: string, path = ''): Promise<LyingProvider> {
  const [own, foreign] = [keyPair(), keyPair()]
  const codes = new Map<string, { nonce: string }>()
  let lies = structuredClone(TRUTH)
  let discoveries = 0
  let lastGrant = new URLSearchParams()

  const send = (response: ServerResponse, body: Json, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  function sendTokens(response: ServerResponse, code: string): void {
    const begun = codes.get(code)
    if (lies.token === 'hangs') return
    if (lies.token === 'is broken') return void response.writeHead(502).end('Bad gateway')
    if (lies.token === 'is huge') return void send(response, { padding: 'x'.repeat(2_000_000) })
    if (lies.token === 'refuses' || !begun)
      return void send(response, { error: 'invalid_grant' }, 400)
    const now = Math.floor(Date.now() / SECOND_MS)
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'subject',
      nonce: begun.nonce,
      iat: now,
      exp: now + 300,
      ...lies.inToken,
      ...lies.claims,
    }
    const key = lies.otherKey ? foreign.privateKey : own.privateKey
    const id_token = signed(claims, lies.alg, key)
    const tokens = { access_token: 'access', token_type: 'Bearer', expires_in: 300 }
    send(response, lies.token === 'has no ID token' ? tokens : { ...tokens, id_token })
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname.endsWith('/.well-known/openid-configuration')) {
      discoveries++
      const base = issuer.replace(/\/$/, '')
      return send(response, {
        issuer,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        userinfo_endpoint: `${base}/userinfo`,
        jwks_uri: `${base}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...lies.metadata,
      })
    }
    if (pathname.endsWith('/keys')) {
      const jwk = own.publicKey.export({ format: 'jwk' })
      return send(response, { keys: [{ ...jwk, kid: 'first', use: 'sig', alg: 'RS256' }] })
    }
    if (pathname.endsWith('/userinfo')) return send(response, { sub: 'subject', ...lies.userinfo })
    let text = ''
    for await (const chunk of request) text += chunk
    lastGrant = new URLSearchParams(text)
    return sendTokens(response, lastGrant.get('code') ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return {
    issuer,
    get lies() {
      return lies
    },
    repent() {
      lies = structuredClone(TRUTH)
    },
    callbackQueryFor(url) {
      const asked = new URL(url).searchParams
      const code = randomUUID()
      codes.set(code, { nonce: asked.get('nonce') ?? '' })
      const answer = new URLSearchParams({ code, state: asked.get('state') ?? '' })
      for (const [name, value] of Object.entries(lies.back)) {
        if (value === null) answer.delete(name)
        else answer.set(name, value)
      }
      return `?${answer}`
    },
    get discoveries() {
      return discoveries
    },
    get lastGrant() {
      return lastGrant
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

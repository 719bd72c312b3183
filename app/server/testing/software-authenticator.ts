import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { passkeysApi } from '#features/people/sign-in/passkeys/contract.ts'
import type { Answer, BodyInput } from '#platform/shared/endpoint.ts'

type CreationOptions = Answer<typeof passkeysApi.startRegistration>
type RequestOptions = Answer<typeof passkeysApi.startLogin>
export type Attestation = BodyInput<typeof passkeysApi.register>['credential']
export type Assertion = BodyInput<typeof passkeysApi.login>['credential']

/** Flags of authenticator data: user present, user verified, attested credential data included. */
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** The subset of CBOR (RFC 8949) that an attestation needs: integers, bytes, texts, maps. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, inner]) => [
    cbor(key),
    cbor(inner as number | string | Buffer | Map<number | string, unknown>),
  ])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** An ES256 key as COSE (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** Deviations from what a browser does. */
export interface Deviation {
  origin?: string
  rpId?: string
  counter?: number
  userVerified?: boolean
  crossOrigin?: boolean
}

/**
 * A passkey and its browser: attestation "none" and ES256 assertions as in WebAuthn (level 2, sections 6.1 and 6.5),
 * signed with its own key.
 */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(32))
  counter = 0
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private userHandle = ''

  constructor(private readonly origin: string) {}

  private clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const origin = deviation.origin ?? this.origin
    const crossOrigin = deviation.crossOrigin ?? false
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
  }

  private authenticatorData(rpId: string, flags: number, deviation: Deviation): Buffer {
    this.counter++
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(deviation.counter ?? this.counter)
    const verified = deviation.userVerified === false ? 0 : USER_VERIFIED
    const flag = Buffer.from([flags | USER_PRESENT | verified])
    return Buffer.concat([sha256(deviation.rpId ?? rpId), flag, counter])
  }

  create(options: CreationOptions, deviation: Deviation = {}): Attestation {
    this.userHandle = options.user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = Buffer.concat([
      this.authenticatorData(options.rp.id, ATTESTED, deviation),
      Buffer.alloc(16),
      length,
      id,
      coseKey(this.keys.publicKey),
    ])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.clientData('webauthn.create', options.challenge, deviation)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    }
  }

  get(options: RequestOptions, deviation: Deviation = {}): Assertion {
    const clientData = this.clientData('webauthn.get', options.challenge, deviation)
    const authData = this.authenticatorData(options.rpId, 0, deviation)
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(clientData)]),
      this.keys.privateKey,
    )
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: this.userHandle,
      },
    }
  }
}

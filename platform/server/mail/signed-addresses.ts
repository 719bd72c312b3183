import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '#platform/shared/durations.ts'
import { newSecret } from '../identity/secrets.ts'
import type { InboundConfig } from '../inbound-settings.ts'
import type { KeyKind } from '../keys/stored-keys.ts'

/**
 * Signed addresses: `reply+r...@lend.example.org` accepts one person's replies about one object until a given day, and
 * `reply+b...@lend.example.org` the bounce of one mail. The person is part of the signature and is not stored anywhere.
 * They use only lower-case letters and digits, since mail servers change the case.
 */

/** How long a mail can be replied to; the object may accept replies for a shorter time. */
export const REPLY_DAYS = 90

/** Signs the addresses. */
export const INBOUND_KEY: KeyKind<string> = {
  row: 'inbound_mail_key',
  schema: z.string(),
  make: newSecret,
  takenMs: REPLY_DAYS * DAY_MS,
}

const ID_BYTES = 16
const DAY_BYTES = 2
/** 80 bits: every guess needs a request to a mail server. */
const MAC_BYTES = 10

type Address = InboundConfig['address']

/** A reply address: its object, and a check for its person. */
export interface ReplyAddress {
  kind: 'reply'
  about: string
  /** Finds its person among several; null if it is forged. */
  personAmong(people: readonly string[]): string | null
  isOver(now: Date): boolean
}

/** A bounce address: the mail that bounced. */
export interface BounceAddress {
  kind: 'bounce'
  mail: string
}

const textLength = (bytes: number) => Math.ceil((bytes * 8) / 5)

/** Encodes bytes in base 32, with digits `0` to `v`. */
const asText = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(textLength(bytes.length), '0')

function asBytes(text: string, bytes: number): Buffer | null {
  let value = 0n
  for (const digit of text.toLowerCase()) value = value * 32n + BigInt(Number.parseInt(digit, 32))
  const hex = value.toString(16).padStart(bytes * 2, '0')
  return hex.length === bytes * 2 ? Buffer.from(hex, 'hex') : null
}

const idBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const asId = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function macOf(key: string, kind: 'reply' | 'bounce', signed: Buffer, person = ''): Buffer {
  const mac = createHmac('sha256', key).update(`${kind} ${person} `).update(signed).digest()
  return mac.subarray(0, MAC_BYTES)
}

const withToken = ({ local, domain }: Address, token: string) => `${local}+${token}@${domain}`

/** The address for one person's replies about one object. */
export function replyAddress(
  key: string,
  address: Address,
  { about, person }: { about: string; person: string },
  now: Date,
): string {
  const day = Buffer.alloc(DAY_BYTES)
  day.writeUInt16BE(Math.floor(now.getTime() / DAY_MS) + REPLY_DAYS)
  const signed = Buffer.concat([idBytes(about), day])
  const token = asText(Buffer.concat([signed, macOf(key, 'reply', signed, person)]))
  return withToken(address, `r${token}`)
}

/** The envelope sender to which a mail bounces. */
export function bounceAddress(key: string, address: Address, mail: string): string {
  const signed = idBytes(mail)
  return withToken(address, `b${asText(Buffer.concat([signed, macOf(key, 'bounce', signed)]))}`)
}

function readReply(keys: readonly string[], bytes: Buffer): ReplyAddress {
  const signed = bytes.subarray(0, ID_BYTES + DAY_BYTES)
  const mac = bytes.subarray(ID_BYTES + DAY_BYTES)
  const lastDay = signed.readUInt16BE(ID_BYTES)
  return {
    kind: 'reply',
    about: asId(signed.subarray(0, ID_BYTES)),
    personAmong: (people) =>
      people.find((person) =>
        keys.some((key) => timingSafeEqual(mac, macOf(key, 'reply', signed, person))),
      ) ?? null,
    isOver: (now) => Math.floor(now.getTime() / DAY_MS) > lastDay,
  }
}

function readBounce(keys: readonly string[], bytes: Buffer): BounceAddress | null {
  const signed = bytes.subarray(0, ID_BYTES)
  const mac = bytes.subarray(ID_BYTES)
  const isOurs = keys.some((key) => timingSafeEqual(mac, macOf(key, 'bounce', signed)))
  return isOurs ? { kind: 'bounce', mail: asId(signed) } : null
}

/**
 * Parses an address of ours; null for all others, and for forged ones as far as that can be checked here.
 * @param keys all keys that it may have been signed with
 */
export function readAddress(
  keys: readonly string[],
  { local, domain }: Address,
  text: string,
): ReplyAddress | BounceAddress | null {
  const lower = text.trim().toLowerCase()
  const at = lower.lastIndexOf('@')
  const begin = `${local}+`
  if (lower.slice(at + 1) !== domain || !lower.startsWith(begin)) return null
  const [, kind, token = ''] = /^([rb])([0-9a-v]+)$/.exec(lower.slice(begin.length, at)) ?? []
  const length = ID_BYTES + MAC_BYTES + (kind === 'r' ? DAY_BYTES : 0)
  if (!kind || token.length !== textLength(length)) return null
  const bytes = asBytes(token, length)
  if (!bytes) return null
  return kind === 'r' ? readReply(keys, bytes) : readBounce(keys, bytes)
}

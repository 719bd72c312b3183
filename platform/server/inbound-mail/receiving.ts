import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/errors.ts'
import type { UserRow } from '../identity/tables.ts'
import { findUser, findUserByEmail } from '../identity/users.queries.ts'
import type { InboundConfig } from '../inbound-settings.ts'
import { takenKeys } from '../keys/stored-keys.ts'
import { forgetRefused, noteBounce } from '../mail/refused-addresses.ts'
import { INBOUND_KEY, type ReplyAddress, readAddress } from '../mail/signed-addresses.ts'
import { msAfterOurs } from './after-ours.queries.ts'
import { readSender } from './authentication-results.ts'
import { type Sign, signsOfMail, type Verdict, verdictOf } from './automatic.rules.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { knownTo } from './known-mails.ts'
import { type ReadMail, readMail } from './reading-mail.ts'
import {
  findOutcome,
  isNew,
  mayBeTold,
  noteTold,
  type Told,
  tellRefused,
  toldOf,
} from './refusing.ts'
import { type ReplyRefusal, ReplyRefused, type TakesReplies } from './replies.ts'
import { type ReplyText, readReply, whyEmpty } from './reply-text.ts'
import type { Outcome } from './tables.ts'

/** The context for receiving a mail. */
interface Receiving {
  deps: Deps
  inbound: InboundConfig
  noun: TakesReplies
}

/** A mail to one of our addresses. */
interface Arrived {
  mail: ReadMail
  key: string
  /** Signs in the mail that a program wrote it. */
  signs: Sign[]
  /** When our server received it; undefined if unknown. */
  receivedAt: Date | undefined
}

/** Facts that only the source of the mail knows. */
interface Handed {
  /** The envelope has no sender. If unknown, `Return-Path` is used. */
  isSenderEmpty?: boolean
  /** When our server received it. */
  receivedAt?: Date | undefined
  /** The mail is too large, so only its beginning was fetched. */
  isTooLarge?: boolean
}

/** A mail to the reply address of a person who takes part in the conversation. */
interface Replied extends Arrived {
  person: UserRow
  address: ReplyAddress
  /** The text; null if it is too long to be read. */
  reply: ReplyText | null
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Sends a polite rejection: the reason, the text and, for people who take part in the conversation, which one it was
 * for.
 * @param known what the receiver may see: the conversation (null: none) and the text (empty: none)
 */
async function refuse(
  { deps, noun }: Receiving,
  { key }: Arrived,
  reason: ReplyRefusal,
  told: Told,
  known: { about: string; person: UserRow | null; text: string },
): Promise<Outcome> {
  const { database, config } = deps
  const { about, person, text } = known
  return database.orm.transaction(async (db): Promise<Outcome> => {
    const now = deps.clock()
    if (await findOutcome(db, key)) return 'refused'
    // Count before this rejection is stored itself.
    const isTold = await mayBeTold(db, told, now)
    if (!(await isNew(db, key, 'refused', now))) return 'refused'
    const description =
      person && (await noun.describe(db, { about, person: person.id, lang: person.lang }))
    await tellRefused(db, deps, told, {
      reason,
      about: description,
      text: text === '' ? null : text,
      url: config.publicUrl + (description === null ? '/' : noun.path(about)),
    })
    if (isTold) await noteTold(db, key, told)
    return 'refused'
  })
}

/** Drops the mail without notifying anyone. */
async function drop({ deps }: Receiving, { key }: Arrived, why: string): Promise<Outcome> {
  deps.logger.info({ why }, 'a received mail was dropped')
  await isNew(deps.database.orm, key, 'dropped', deps.clock())
  return 'dropped'
}

/** The reason for a rejection, from the error that the page would show. Null for failures on our side. */
function refusalOf(error: unknown): ReplyRefusal | null {
  if (error instanceof ReplyRefused) return error.reason
  if (!(error instanceof AppError) || error.statusCode >= 500) return null
  return error.code === 'rate_limited' ? 'limit' : 'closed'
}

/** Stores an automatic reply as a note and marks the mail as received, in one transaction. It notifies no one. */
async function note(receiving: Receiving, replied: Replied): Promise<Outcome> {
  const { deps, noun } = receiving
  const { key, signs, person, address, reply } = replied
  const { about } = address
  const text = reply?.text ?? ''
  if (text === '' || signs.includes('report')) return drop(receiving, replied, 'a report, or empty')
  try {
    await deps.database.orm.transaction(async (db) => {
      if (!(await isNew(db, key, 'automatic', deps.clock()))) return
      await noun.note(db, deps, { about, person: person.id, text })
    })
    return 'automatic'
  } catch (error) {
    if (refusalOf(error) === null) throw error
    return drop(receiving, replied, 'automatic, and the conversation is over')
  }
}

/** Decides who wrote a reply, based on the author's other replies and our own mails. */
async function judge(
  { deps, noun }: Receiving,
  { mail, signs, receivedAt, person, address: { about }, reply }: Replied,
): Promise<Verdict> {
  const db = deps.database.orm
  const text = reply?.text ?? ''
  const habits = await noun.habits(db, { about, person: person.id, text }, deps.clock())
  const afterOursMs = receivedAt ? await msAfterOurs(db, mail, receivedAt) : null
  const words = text.split(/\s+/).filter(Boolean).length
  return verdictOf(signs, {
    ...habits,
    words,
    afterOursMs,
  })
}

/** Validates a reply before it is stored or held, and returns its text. */
function textTaken({ deps }: Receiving, { mail, person, address, reply }: Replied): ReplyText {
  if (address.isOver(deps.clock())) throw new ReplyRefused('expired')
  if (!person.email_confirmed_at || person.suspended_at || person.waiting_since)
    throw new ReplyRefused('closed')
  if (mail.isEncrypted) throw new ReplyRefused('encrypted')
  if (reply === null) throw new ReplyRefused('too_long')
  if (reply.text === '') throw new ReplyRefused(whyEmpty(mail))
  return reply
}

/** Notifies the person that a reply in their name was rejected. Throws on temporary failures. */
async function refuseFor(receiving: Receiving, replied: Replied, error: unknown): Promise<Outcome> {
  const reason = refusalOf(error)
  if (reason === null) throw error
  const { person, address, reply } = replied
  const told = toldOf(person)
  if (!told) return drop(receiving, replied, 'an account without a confirmed address')
  const known = { about: address.about, person, text: reply?.text ?? '' }
  return refuse(receiving, replied, reason, told, known)
}

/** Stores the reply and marks the mail as received, in one transaction. */
async function take(receiving: Receiving, replied: Replied, isDoubtful: boolean): Promise<Outcome> {
  const { deps, noun } = receiving
  const { mail, key, person, address } = replied
  const { about } = address
  try {
    const reply = textTaken(receiving, replied)
    await deps.database.orm.transaction(async (db) => {
      if (!(await isNew(db, key, 'taken', deps.clock()))) return
      const { files } = mail
      await noun.take(db, deps, { about, person: person.id, ...reply, files, isDoubtful })
      // Our mail has reached this address.
      if (person.email) await forgetRefused(db, person.email)
    })
    return 'taken'
  } catch (error) {
    return refuseFor(receiving, replied, error)
  }
}

/**
 * Holds a reply whose sender could not be verified, and asks the person at their own address. Above a daily limit they
 * get one summary mail and the replies are dropped: a person who got a forwarded mail must not be able to flood a
 * mailbox.
 */
async function hold(receiving: Receiving, replied: Replied, from: string): Promise<Outcome> {
  const { deps, noun } = receiving
  const { mail, key, receivedAt, person, address } = replied
  const { about } = address
  const told = toldOf(person)
  try {
    const { text } = textTaken(receiving, replied)
    if (!told || !(await mayBeTold(deps.database.orm, told, deps.clock())))
      throw new ReplyRefused('unverified')
    await deps.database.orm.transaction(async (db) => {
      const now = deps.clock()
      if (!(await isNew(db, key, 'held', now))) return
      await noteTold(db, key, told)
      const reply = { about, person: person.id, text, files: mail.files }
      await noun.hold(db, deps, { ...reply, from, writtenAt: receivedAt ?? now })
    })
    return 'held'
  } catch (error) {
    return refuseFor(receiving, replied, error)
  }
}

/** Our mail server's verdict on the sender. */
function senderOf({ inbound, deps }: Receiving, mail: ReadMail, from: string) {
  if (inbound.authservId === undefined) return 'unknown'
  const headers = mail.headersOf('authentication-results')
  const sender = readSender(headers, inbound.authservId, from)
  if (sender === 'missing') {
    deps.logger.warn(
      { authservId: inbound.authservId },
      'a received mail has no DMARC result of the server in INBOUND_AUTHSERV_ID: does the mail server write Authentication-Results?',
    )
  }
  return sender
}

/** A reply from someone other than the person its address was made for; `person` is null if that account is gone. */
interface Other {
  from: string
  about: string
  person: UserRow | null
}

/**
 * Notifies the actual sender: the owner of an account at their own address. A stranger learns nothing about the
 * conversation, and gets no mail at all if the sender may be forged.
 */
async function refuseOther(
  receiving: Receiving,
  arrived: Arrived,
  { from, about, person }: Other,
): Promise<Outcome> {
  const { deps, noun } = receiving
  const { mail } = arrived
  const db = deps.database.orm
  const reason = person ? 'stranger' : 'gone'
  const sender = senderOf(receiving, mail, from)
  const account = await findUserByEmail(db, from)
  const told = account && toldOf(account)
  const quoted = person ?? account
  const reply = quoted && readReply(mail, await knownTo(deps, mail, quoted, about))
  if (account && told) {
    const isOfIt = (await noun.people(db, about)).includes(account.id)
    const known = { about, person: isOfIt ? account : null, text: reply?.text ?? '' }
    return refuse(receiving, arrived, reason, told, known)
  }
  // Answer a sender without an account only if the mail server has verified them, or if the reply address belongs to an
  // existing person and nothing can be verified.
  if (sender !== 'pass' && !(person && sender === 'unknown'))
    return drop(receiving, arrived, 'not verified, and from a stranger')
  const text = sender === 'pass' ? (reply?.text ?? '') : ''
  return refuse(
    receiving,
    arrived,
    reason,
    { to: from, account: null },
    { about, person: null, text },
  )
}

/** Receives a reply to the address of an existing person. */
async function receiveReplied(
  receiving: Receiving,
  replied: Replied,
  isTooLarge: boolean,
): Promise<Outcome> {
  const { mail, signs: ofMail, person, address } = replied
  const { from } = mail
  const own = person.email?.toLowerCase()
  const isAutomatic = ofMail.length > 0
  if (from === null) {
    const isOneOfThem = own !== undefined && mail.senders.includes(own)
    return isOneOfThem && !isAutomatic
      ? refuseFor(receiving, replied, new ReplyRefused('senders'))
      : drop(receiving, replied, 'no single sender')
  }
  if (isTooLarge && !isAutomatic) {
    return from === own
      ? refuseFor(receiving, replied, new ReplyRefused('too_large'))
      : drop(receiving, replied, 'too large, and not from the person')
  }
  const sender = senderOf(receiving, mail, from)
  const isTrusted = sender === 'pass' || sender === 'unknown'
  if (isAutomatic) {
    return isTrusted && from === own
      ? note(receiving, replied)
      : drop(receiving, replied, 'automatic')
  }
  if (!isTrusted) return hold(receiving, replied, from)
  if (from !== own) return refuseOther(receiving, replied, { from, about: address.about, person })
  const { by, signs } = await judge(receiving, replied)
  if (by !== 'human') {
    receiving.deps.logger.info({ by, signs }, 'a reply looks as if no person wrote it')
  }
  if (by === 'automatic') return note(receiving, replied)
  return take(receiving, replied, by === 'doubtful')
}

async function receiveReply(
  receiving: Receiving,
  arrived: Arrived,
  address: ReplyAddress,
  isTooLarge: boolean,
): Promise<Outcome> {
  const { deps, noun } = receiving
  const { mail } = arrived
  const { about } = address
  const db = deps.database.orm
  const earlier = await findOutcome(db, arrived.key)
  if (earlier) return earlier
  const id = address.personAmong(await noun.people(db, about))
  const person = id === null ? null : await findUser(db, id)
  if (person) {
    const reply = readReply(mail, await knownTo(deps, mail, person, about))
    return receiveReplied(receiving, { ...arrived, person, address, reply }, isTooLarge)
  }
  if (mail.from === null || arrived.signs.length > 0 || isTooLarge)
    return drop(receiving, arrived, 'forged address, or no recipient is left')
  return refuseOther(receiving, arrived, { from: mail.from, about, person })
}

const hasEmptyReturnPath = ({ headerOf }: ReadMail) =>
  /^\s*<\s*>\s*$/.test(headerOf('return-path') ?? '')

/** Receives a bounce: the address is marked as after an immediate rejection. */
async function receiveBounce(
  receiving: Receiving,
  arrived: Arrived,
  mail: string,
): Promise<Outcome> {
  const refusal = readDeliveryStatus(arrived.mail)
  if (!refusal) return drop(receiving, arrived, 'not a report of a permanent refusal')
  const { deps } = receiving
  const now = deps.clock()
  await deps.database.orm.transaction(async (db) => {
    if (!(await isNew(db, arrived.key, 'bounce', now))) return
    const isKnown = await noteBounce(db, mail, refusal, now)
    deps.logger.info({ job: mail, code: refusal.code, isKnown }, 'a mail bounced')
  })
  return 'bounce'
}

const nounOf = ({ features }: Deps): TakesReplies | undefined =>
  features.find(({ replies }) => replies)?.replies

/** Keys that reply addresses may have been signed with. */
async function keysOf({ keys, clock }: Deps): Promise<string[]> {
  return takenKeys(await keys.read(INBOUND_KEY), clock())
}

/**
 * Whether a mail server may hand over a mail to this address: only those we made, as far as that can be checked here.
 */
export async function isOurs(deps: Deps, address: string): Promise<boolean> {
  const { inbound } = deps.config
  return inbound !== undefined && readAddress(await keysOf(deps), inbound.address, address) !== null
}

/**
 * Receives a mail for each of our addresses among `recipients`, exactly once each.
 * @returns the outcome per recipient, in their order; null for an address that is not ours
 * @throws {Error} for a temporary failure: the mail has to be handed over again
 */
export async function receiveMail(
  deps: Deps,
  source: Buffer,
  recipients: readonly string[] | null,
  { isSenderEmpty = false, receivedAt, isTooLarge = false }: Handed = {},
): Promise<(Outcome | null)[]> {
  const noun = nounOf(deps)
  const { inbound } = deps.config
  if (!inbound || !noun) throw new Error('Mails are not received here')
  const mail = await readMail(source)
  const keys = await keysOf(deps)
  const name = mail.messageId ?? source.toString('latin1')
  const signs = signsOfMail(mail.headerOf, isSenderEmpty || hasEmptyReturnPath(mail))
  const outcomes: (Outcome | null)[] = []
  for (const recipient of recipients ?? [...new Set(mail.to)]) {
    const address = readAddress(keys, inbound.address, recipient)
    if (!address) {
      outcomes.push(null)
      continue
    }
    const receiving = { deps, inbound, noun }
    const arrived = { mail, key: hashOf(`${name}\n${recipient.toLowerCase()}`), signs, receivedAt }
    const isBounce = address.kind === 'bounce'
    outcomes.push(
      await (isBounce
        ? receiveBounce(receiving, arrived, address.mail)
        : receiveReply(receiving, arrived, address, isTooLarge)),
    )
  }
  return outcomes
}

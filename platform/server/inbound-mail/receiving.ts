import { createHash } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import { DAY_MS } from '#platform/shared/durations.ts'
import { FOREIGN_LANGUAGE } from '#platform/shared/languages.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/errors.ts'
import type { UserRow } from '../identity/tables.ts'
import { findUser } from '../identity/users.queries.ts'
import type { InboundConfig } from '../inbound.config.ts'
import { takenKeys } from '../keys/stored-keys.ts'
import { forgetRefused, noteBounce } from '../mail/refused-addresses.ts'
import { INBOUND_KEY, type ReplyAddress, readAddress } from '../mail/signed-addresses.ts'
import { msAfterOurs } from './after-ours.queries.ts'
import { readDmarc } from './authentication-results.ts'
import { type Sign, signsOfMail, type Verdict, verdictOf } from './automatic.rules.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { knownTo } from './known-mails.ts'
import { replyRefused } from './mails.ts'
import { type ReadMail, readMail } from './reading-mail.ts'
import { type ReplyRefusal, ReplyRefused, type TakesReplies } from './replies.ts'
import { type ReplyText, readReply, whyEmpty } from './reply-text.ts'
import { type RECEIVED, received_mails } from './tables.ts'

/** How often a day somebody is told that a mail of theirs was not taken. */
const TOLD_A_DAY = { account: 5, stranger: 1 } as const

export type Outcome = (typeof RECEIVED)[number]

/** Everything that receiving works with. */
interface Receiving {
  deps: Deps
  inbound: InboundConfig
  noun: TakesReplies
}

/** One mail at one of our addresses. */
interface Arrived {
  mail: ReadMail
  key: string
  /** What it says of itself that people's mails do not. */
  signs: Sign[]
  /** When a server of ours took it; undefined where that is not known. */
  receivedAt: Date | undefined
}

/** One mail of the person for whom the address was made, as it says. */
interface Replied extends Arrived {
  person: UserRow
  address: ReplyAddress
  /** Null where it is longer than what is read. */
  reply: ReplyText | null
}

/** What whoever hands a mail over knows besides. */
interface Handed {
  /** The envelope names no sender; where that is not known, `Return-Path` says so. */
  isSenderEmpty?: boolean
  /** When a server of ours took it. */
  receivedAt?: Date
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Notes that a mail was received; false where it was before. */
async function isNew(db: Db, key: string, outcome: Outcome, now: Date, told?: string) {
  const rows = await db
    .insert(received_mails)
    .values({ key, outcome, told: told ?? null, received_at: now })
    .onConflictDoNothing()
    .returning({ key: received_mails.key })
  return rows.length > 0
}

/** What became of a mail that has come before. */
async function findOutcome(db: Db, key: string): Promise<Outcome | null> {
  const [row] = await db.select().from(received_mails).where(eq(received_mails.key, key))
  return row?.outcome ?? null
}

async function mayBeTold(db: Db, told: string, most: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS)
  const [row] = await db
    .select({ times: count() })
    .from(received_mails)
    .where(and(eq(received_mails.told, told), gt(received_mails.received_at, since)))
  return (row?.times ?? 0) < most
}

/**
 * Says politely that a reply was not taken. It goes to whom the mail comes from by its own words: to the person the
 * address belongs to with the link, to anybody else once a day and without a word of what it was about.
 */
async function refuse(
  { deps, noun }: Receiving,
  { mail, key }: Arrived,
  reason: ReplyRefusal,
  person: UserRow | null,
  about: string,
): Promise<Outcome> {
  const { database, mails, config } = deps
  const now = deps.clock()
  const to = mail.from
  return database.orm.transaction(async (db): Promise<Outcome> => {
    const told = to === null ? undefined : hashOf(to)
    const most = person ? TOLD_A_DAY.account : TOLD_A_DAY.stranger
    const tells = told !== undefined && (await mayBeTold(db, told, most, now))
    if (!(await isNew(db, key, 'refused', now, tells ? told : undefined))) return 'refused'
    if (!tells || to === null) return 'refused'
    const url = config.publicUrl + (person ? noun.path(about) : '/')
    const firstname = person?.firstname ?? ''
    const content = replyRefused({ firstname, reason, url })
    await mails.enqueue(db, { to, lang: person?.lang ?? FOREIGN_LANGUAGE, content })
    return 'refused'
  })
}

/** Nothing is done about it, and nobody is told. */
async function drop({ deps }: Receiving, { key }: Arrived, why: string): Promise<Outcome> {
  deps.logger.info({ why }, 'a received mail was dropped')
  await isNew(deps.database.orm, key, 'dropped', deps.clock())
  return 'dropped'
}

/** What the page would answer, in the words of a mail. Null for what is a trouble of ours. */
function refusalOf(error: unknown): ReplyRefusal | null {
  if (error instanceof ReplyRefused) return error.reason
  if (!(error instanceof AppError) || error.statusCode >= 500) return null
  return error.code === 'rate_limited' ? 'limit' : 'closed'
}

/** Shows what a program answered, in one transaction with the note that it was received. Nobody is told of it. */
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
    return drop(receiving, replied, 'automatic, and nothing more is written there')
  }
}

/** Who wrote a reply, as far as its writer's other replies and our own mails tell. */
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

/** Stores what was written, in one transaction with the note that it was received. */
async function take(receiving: Receiving, replied: Replied, isDoubtful: boolean): Promise<Outcome> {
  const { deps, noun } = receiving
  const { mail, key, person, address, reply } = replied
  const { about } = address
  try {
    if (address.isOver(deps.clock())) throw new ReplyRefused('expired')
    if (!person.email_confirmed_at || person.suspended_at || person.waiting_since)
      throw new ReplyRefused('closed')
    if (mail.isEncrypted) throw new ReplyRefused('encrypted')
    if (reply === null) throw new ReplyRefused('too_long')
    if (reply.text === '') throw new ReplyRefused(whyEmpty(mail))
    await deps.database.orm.transaction(async (db) => {
      if (!(await isNew(db, key, 'taken', deps.clock()))) return
      const { files } = mail
      await noun.take(db, deps, { about, person: person.id, ...reply, files, isDoubtful })
      // Our mail has reached them.
      if (person.email) await forgetRefused(db, person.email)
    })
    return 'taken'
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    return refuse(receiving, replied, reason, person, about)
  }
}

/** Whether our mail server says that the mail comes from whom it says. */
function senderOf({ inbound, deps }: Receiving, mail: ReadMail) {
  if (inbound.authservId === undefined) return 'unknown'
  const dmarc = readDmarc(mail.headersOf('authentication-results'), inbound.authservId)
  if (dmarc === 'missing') {
    deps.logger.warn(
      { authservId: inbound.authservId },
      'a received mail says nothing of DMARC by the name in INBOUND_AUTHSERV_ID: does the mail server write Authentication-Results?',
    )
  }
  return dmarc
}

async function receiveReply(
  receiving: Receiving,
  arrived: Arrived,
  address: ReplyAddress,
): Promise<Outcome> {
  const { deps, noun } = receiving
  const { mail } = arrived
  const db = deps.database.orm
  const earlier = await findOutcome(db, arrived.key)
  if (earlier) return earlier
  const isAutomatic = arrived.signs.length > 0
  if (mail.from === null) return drop(receiving, arrived, 'no single sender')
  const id = address.personAmong(await noun.people(db, address.about))
  const person = id === null ? null : await findUser(db, id)
  if (!person) return drop(receiving, arrived, 'forged address, or nobody is left')
  const readFrom = async (person: UserRow): Promise<Replied> => {
    const known = await knownTo(deps, mail, person, address.about)
    return { ...arrived, person, address, reply: readReply(mail, known) }
  }
  const sender = senderOf(receiving, mail)
  const isTrusted = sender === 'pass' || sender === 'none' || sender === 'unknown'
  if (isAutomatic) {
    const isTheirs = isTrusted && mail.from === person.email?.toLowerCase()
    return isTheirs
      ? note(receiving, await readFrom(person))
      : drop(receiving, arrived, 'automatic')
  }
  if (mail.from !== person.email?.toLowerCase()) {
    // Nobody is written to by whose name alone a mail comes.
    if (!isTrusted) return drop(receiving, arrived, 'not verified, and of a stranger')
    return refuse(receiving, arrived, 'stranger', null, address.about)
  }
  if (!isTrusted) return refuse(receiving, arrived, 'unverified', person, address.about)
  const replied = await readFrom(person)
  const { by, signs } = await judge(receiving, replied)
  if (by !== 'human') deps.logger.info({ by, signs }, 'a reply looks as if no person wrote it')
  if (by === 'automatic') return note(receiving, replied)
  return take(receiving, replied, by === 'doubtful')
}

const hasEmptyReturnPath = ({ headerOf }: ReadMail) =>
  /^\s*<\s*>\s*$/.test(headerOf('return-path') ?? '')

/** A mail of ours that came back: the address is marked as if it had been refused at once. */
async function receiveBounce(
  receiving: Receiving,
  arrived: Arrived,
  mail: string,
): Promise<Outcome> {
  const refusal = readDeliveryStatus(arrived.mail)
  if (!refusal) return drop(receiving, arrived, 'no report of a refusal for good')
  const { deps } = receiving
  const now = deps.clock()
  await deps.database.orm.transaction(async (db) => {
    if (!(await isNew(db, arrived.key, 'bounce', now))) return
    const isKnown = await noteBounce(db, mail, refusal, now)
    deps.logger.info({ job: mail, code: refusal.code, isKnown }, 'a mail came back')
  })
  return 'bounce'
}

const nounOf = ({ features }: Deps): TakesReplies | undefined =>
  features.find(({ replies }) => replies)?.replies

/** Those with which an address may have been signed. */
async function keysOf({ keys, clock }: Deps): Promise<string[]> {
  return takenKeys(await keys.read(INBOUND_KEY), clock())
}

/** Whether a mail server may hand over a mail to an address: those that we made, until they are found to be forged. */
export async function isOurs(deps: Deps, address: string): Promise<boolean> {
  const { inbound } = deps.config
  return inbound !== undefined && readAddress(await keysOf(deps), inbound.address, address) !== null
}

/**
 * Receives a mail at each of our addresses among `recipients`, each exactly once.
 * @returns what became of it at each, in their order; null for an address that is none of ours
 * @throws {Error} what may pass: it has to be handed over again
 */
export async function receiveMail(
  deps: Deps,
  source: Buffer,
  recipients: readonly string[] | null,
  { isSenderEmpty = false, receivedAt }: Handed = {},
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
        : receiveReply(receiving, arrived, address)),
    )
  }
  return outcomes
}

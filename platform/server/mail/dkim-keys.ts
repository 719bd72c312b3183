import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'
import { type Dkim, publicHalf } from './dkim.ts'

/**
 * The DKIM key starts as a file from the settings. A rotation creates the next key, which waits in the database until
 * its DNS record is published and then replaces the file: in all processes, on all machines, without a restart.
 * Configuring another file replaces it again.
 */
export const DKIM_ROW = 'dkim_keys'
/** DNS servers do not accept longer keys in one text, and all receivers accept this length. */
const BITS = 2048
/** How long the previous key's DNS record is still needed: mails wait and are retried for days. */
export const OLD_ENTRY_DAYS = 7

const keySchema = z.object({
  selector: z.string(),
  private_key: z.string(),
  made_at: z.iso.datetime(),
})
const keysSchema = z.object({
  next: keySchema.nullable(),
  current: keySchema
    .extend({
      activated_at: z.iso.datetime(),
      /** The configured key that it replaced. */
      replaces: z.string(),
      selector_before: z.string(),
    })
    .nullable(),
})
type DkimKeys = z.infer<typeof keysSchema>

const NONE: DkimKeys = { next: null, current: null }

/** Generates a private key as PEM. */
export async function newDkimKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return privateKey
}

/** Identifies a configured key. */
const nameOf = ({ keySelector, privateKey }: Dkim) =>
  createHash('sha256')
    .update(`${keySelector} ${publicHalf(privateKey)}`)
    .digest('base64url')

const isRow = eq(community_settings.key, DKIM_ROW)

async function findKeys(db: Db): Promise<DkimKeys> {
  const [row] = await db.select().from(community_settings).where(isRow)
  return row ? keysSchema.parse(row.value) : NONE
}

/** Locks the keys: of two simultaneous changes the second waits. */
async function lockKeys(tx: Db): Promise<DkimKeys> {
  await tx.insert(community_settings).values({ key: DKIM_ROW, value: NONE }).onConflictDoNothing()
  const [row] = await tx.select().from(community_settings).where(isRow).for('update')
  return keysSchema.parse(row?.value)
}

const writeKeys = (tx: Db, value: DkimKeys) =>
  tx.update(community_settings).set({ value }).where(isRow)

type Key = z.infer<typeof keySchema>

const asDkim = ({ domainName }: Dkim, { selector, private_key }: Key): Dkim => ({
  domainName,
  keySelector: selector,
  privateKey: private_key,
})

export interface DkimState {
  /** The key that signs mails now. */
  signing: Dkim
  /** When it was created; null for the configured file. */
  madeAt: Date | null
  /** The key that signs once its DNS record is published; null if no rotation is in progress. */
  next: Dkim | null
  /** The previous selector, whose DNS record must stay until then. */
  before: { selector: string; until: Date } | null
}

function stateOf(file: Dkim, { current, next }: DkimKeys): DkimState {
  const isUsed = current !== null && current.replaces === nameOf(file)
  const used = isUsed ? current : null
  return {
    signing: used ? asDkim(file, used) : file,
    madeAt: used ? new Date(used.made_at) : null,
    next: next && asDkim(file, next),
    before: used && {
      selector: used.selector_before,
      until: new Date(new Date(used.activated_at).getTime() + OLD_ENTRY_DAYS * DAY_MS),
    },
  }
}

/**
 * The signing key according to the stored row, for code that reads the row itself.
 * @param value undefined if there is no row
 */
export const signingBy = (file: Dkim, value: unknown): Dkim =>
  value === undefined ? file : stateOf(file, keysSchema.parse(value)).signing

/** @param file the configured key (`readDkim`) */
export async function findDkim(db: Db, file: Dkim): Promise<DkimState> {
  return stateOf(file, await findKeys(db))
}

/** `letterlend-20261126`, with a number appended if it is taken: a published DNS record must never change. */
function newSelector(file: Dkim, { current }: DkimKeys, now: Date): string {
  // A DNS label has at most 63 characters.
  const begin = `${file.keySelector.slice(0, 50)}-${now.toISOString().slice(0, 10).replaceAll('-', '')}`
  const taken = [file.keySelector, current?.selector, current?.selector_before]
  for (let count = 1; ; count++) {
    const selector = count === 1 ? begin : `${begin}-${count}`
    if (!taken.includes(selector)) return selector
  }
}

/** Creates the next key, or keeps one that is already waiting. @returns whether it was created now */
export async function prepareNextDkim(tx: Db, file: Dkim, now: Date): Promise<boolean> {
  const keys = await lockKeys(tx)
  if (keys.next) return false
  const next = {
    selector: newSelector(file, keys, now),
    private_key: await newDkimKey(),
    made_at: now.toISOString(),
  }
  await writeKeys(tx, { ...keys, next })
  return true
}

/** Starts signing with the next key. @returns false if none is waiting */
export async function activateNextDkim(tx: Db, file: Dkim, now: Date): Promise<boolean> {
  const keys = await lockKeys(tx)
  if (!keys.next) return false
  const current = {
    ...keys.next,
    activated_at: now.toISOString(),
    replaces: nameOf(file),
    selector_before: stateOf(file, keys).signing.keySelector,
  }
  await writeKeys(tx, { next: null, current })
  return true
}

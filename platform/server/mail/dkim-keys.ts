import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'
import { type Dkim, publicHalf } from './dkim.ts'

/**
 * The key with which mails are signed begins as a file of the settings. A rotation makes the next one, which waits in the
 * database until its entry stands in the name server, and then takes the place of the file: in all processes, on all
 * machines, without a restart. Another file in the settings takes its place again.
 */
export const DKIM_ROW = 'dkim_keys'
/** Name servers hold no longer keys in one text, and all receivers take these. */
const BITS = 2048
/** So long the entry of the key before is asked for: mails wait and are tried again for days. */
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
      /** Of which key of the settings it has taken the place. */
      replaces: z.string(),
      /** The selector that was signed with before. */
      selector_before: z.string(),
    })
    .nullable(),
})
type DkimKeys = z.infer<typeof keysSchema>

const NONE: DkimKeys = { next: null, current: null }

/** A private key as PEM. */
export async function newDkimKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return privateKey
}

/** By what a key of the settings is known again. */
const nameOf = ({ keySelector, privateKey }: Dkim) =>
  createHash('sha256')
    .update(`${keySelector} ${publicHalf(privateKey)}`)
    .digest('base64url')

const isRow = eq(community_settings.key, DKIM_ROW)

async function findKeys(db: Db): Promise<DkimKeys> {
  const [row] = await db.select().from(community_settings).where(isRow)
  return row ? keysSchema.parse(row.value) : NONE
}

/** Of two who change them the second one waits for the first. */
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
  /** With what mails are signed now. */
  signing: Dkim
  /** When it was made; null of the file of the settings. */
  madeAt: Date | null
  /** What is signed with once its entry is seen; null where no rotation is under way. */
  next: Dkim | null
  /** Whose entry has to stay in the name server for a while, and until when. */
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
 * With what mails are signed, by what stands in the row, for whoever reads it in their own way.
 * @param value undefined where there is no row
 */
export const signingBy = (file: Dkim, value: unknown): Dkim =>
  value === undefined ? file : stateOf(file, keysSchema.parse(value)).signing

/** @param file the key of the settings (`readDkim`) */
export async function findDkim(db: Db, file: Dkim): Promise<DkimState> {
  return stateOf(file, await findKeys(db))
}

/** `letterlend-20261126`, and with a number behind it where that is taken: an entry once published is not changed. */
function newSelector(file: Dkim, { current }: DkimKeys, now: Date): string {
  // A label of a name server has at most 63 signs.
  const begin = `${file.keySelector.slice(0, 50)}-${now.toISOString().slice(0, 10).replaceAll('-', '')}`
  const taken = [file.keySelector, current?.selector, current?.selector_before]
  for (let count = 1; ; count++) {
    const selector = count === 1 ? begin : `${begin}-${count}`
    if (!taken.includes(selector)) return selector
  }
}

/** Makes the next key; one that waits already stays. @returns whether it was made now */
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

/** From now on mails are signed with the next key. @returns false where none waits */
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

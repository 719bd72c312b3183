import { LRUCache } from 'lru-cache'
import type { CommunityMoment } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { answerWriter } from '#platform/server/http/answer-writing.ts'
import { answerTo } from '#platform/server/questions.ts'
import { letterboxSchema } from '../contract.ts'
import { isActive, roleNameOf } from './index/letterbox-kind.ts'
import { type FullLetterbox, presentLetterbox } from './letterboxes.presenter.ts'
import {
  findPublicStamps,
  findStampedLetterboxes,
  type PublicStamp,
} from './letterboxes.queries.ts'
import { LENDING } from './letterboxes.questions.ts'
import type { RunningLoan } from './letterboxes.rules.ts'

/** Some ten thousand letterboxes. */
const MAX_BYTES = 32 * 1024 * 1024
/** How much a letterbox takes besides its JSON, by measure: its row, and one more for each sticker. */
const ROW_BYTES = 1_500
const STICKER_BYTES = 120
/** What bytes of their own take beside themselves, by measure as well. */
const BUFFER_BYTES = 700

/** One writing of a letterbox; `key` names all that it depends on besides what is stored. */
interface Written {
  key: string
  /** As JSON, but for the brace at its end: a field follows that differs from answer to answer. */
  bytes: Buffer
}

interface KeptLetterbox {
  /** Of the stored rows that it was made of. */
  stamp: string
  full: FullLetterbox
  visitor?: Written
  user?: Written
}

/** A letterbox that everyone may see, and what of it is promised or out. */
export interface FoundLetterbox {
  letterbox: KeptLetterbox
  running: readonly RunningLoan[]
}

/** Who looks, and when. */
export interface Look {
  loggedIn: boolean
  moment: CommunityMoment
}

function keyOf(
  { owner }: FullLetterbox,
  running: readonly RunningLoan[],
  { now, today }: CommunityMoment,
): string {
  const lent = running.length > 0 ? today + JSON.stringify(running) : ''
  return `${roleNameOf(owner, now)} ${isActive(owner, now)} ${lent}`
}

function bytesOf({ full, visitor, user }: KeptLetterbox): number {
  const writings = [visitor, user].filter((each) => each !== undefined)
  const written = writings.reduce((sum, { bytes }) => sum + BUFFER_BYTES + bytes.length, 0)
  const lines = full.items.reduce((sum, { line }) => sum + (line?.length ?? 0), 0)
  return ROW_BYTES + STICKER_BYTES * full.items.length + 2 * lines + written
}

/** By themselves: of a part of a page that many share, all would stay in memory. */
function bytesOfText(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/**
 * What others may see of letterboxes, as JSON that is written once. Each time it is asked of the database
 * which ones are shown, and by a stamp whether any of their rows has changed: so a change is seen by
 * everybody at once, in every process, and a letterbox that was hidden is gone.
 */
export class KeptLetterboxes {
  readonly #deps: Pick<Deps, 'database' | 'features' | 'letterboxFeed'>
  readonly #kept = new LRUCache<string, KeptLetterbox>({ maxSize: MAX_BYTES })
  readonly #write: (letterbox: object) => string
  #loads = 0

  constructor(deps: Deps) {
    this.#deps = deps
    this.#write = answerWriter(letterboxSchema.omit({ distance: true }), deps.checkAnswers)
  }

  /** Those of the letterboxes that everyone may see, by id, with what of them is lent. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, FoundLetterbox>> {
    if (ids.length === 0) return new Map()
    const { database, letterboxFeed } = this.#deps
    // After a lost connection it may be another server, which counts its changes anew.
    if (this.#loads !== letterboxFeed.loads) this.#kept.clear()
    this.#loads = letterboxFeed.loads
    const [stamps, running] = await Promise.all([
      findPublicStamps(database.orm, ids),
      answerTo(this.#deps, LENDING).findRunning(database.orm, ids),
    ])
    const found = new Map<string, FoundLetterbox>()
    for (const letterbox of await this.#find(stamps)) {
      const { full } = letterbox
      found.set(full.letterbox.id, { letterbox, running: running.get(full.owner.id) ?? [] })
    }
    return found
  }

  /**
   * A letterbox as JSON, in two pieces.
   * @param distance in metres; null where none is said
   */
  jsonOf(found: FoundLetterbox, distance: number | null, look: Look): [json: Buffer, end: string] {
    return [this.#bytesOf(found, look), `,"distance":${distance}}`]
  }

  /** As they are stored: kept ones whose stamp is the same, and the others anew. */
  async #find(stamps: readonly PublicStamp[]): Promise<KeptLetterbox[]> {
    const current: KeptLetterbox[] = []
    const changed: string[] = []
    for (const { id, stamp } of stamps) {
      const kept = this.#kept.get(id)
      if (kept?.stamp === stamp) current.push(kept)
      else changed.push(id)
    }
    for (const letterbox of await findStampedLetterboxes(this.#deps.database.orm, changed)) {
      current.push(letterbox)
      this.#kept.set(letterbox.full.letterbox.id, letterbox, { size: bytesOf(letterbox) })
    }
    return current
  }

  #bytesOf({ letterbox, running }: FoundLetterbox, look: Look): Buffer {
    const { full } = letterbox
    const { loggedIn, moment } = look
    const key = keyOf(full, running, moment)
    const reader = loggedIn ? 'user' : 'visitor'
    const written = letterbox[reader]
    if (written?.key === key) return written.bytes
    const runningLoans = new Map([[full.owner.id, running]])
    const json = this.#write(presentLetterbox(full, runningLoans, { loggedIn }, moment))
    const bytes = bytesOfText(json.slice(0, -1))
    letterbox[reader] = { key, bytes }
    // Set anew, since it weighs more now.
    this.#kept.set(full.letterbox.id, letterbox, { size: bytesOf(letterbox) })
    return bytes
  }
}

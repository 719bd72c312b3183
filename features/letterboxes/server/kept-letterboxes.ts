import { LRUCache } from 'lru-cache'
import type { CommunityMoment } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Piece } from '#platform/server/http/answer-bytes.ts'
import { answerWriter } from '#platform/server/http/answer-writing.ts'
import { answerTo } from '#platform/server/questions.ts'
import { mayBeAsked } from '../askable.ts'
import { letterboxSchema, type RoleName } from '../contract.ts'
import type { Askable } from './asking-order.rules.ts'
import { isActive, roleNameOf } from './index/letterbox-kind.ts'
import { type FullLetterbox, presentLetterbox } from './letterboxes.presenter.ts'
import { findPublicStamps, findStampedLetterboxes } from './letterboxes.queries.ts'
import { LENDING } from './letterboxes.questions.ts'
import type { RunningLoan } from './letterboxes.rules.ts'

/** Some ten thousand letterboxes. */
const MAX_BYTES = 32 * 1024 * 1024
/** How much a letterbox takes besides its JSON, by measure: its row, and one more for each sticker. */
const ROW_BYTES = 1_500
const STICKER_BYTES = 120
/** What bytes of their own take beside themselves, by measure as well. */
const BUFFER_BYTES = 700

/** One writing of a letterbox, and all that it depends on besides what is stored. */
interface Written {
  role: RoleName
  active: boolean
  /** What is promised or out, and the day on which it was looked at; empty where nothing is. */
  lent: string
  /** As JSON up to the distance, which differs from answer to answer. */
  bytes: Buffer
}

interface KeptLetterbox {
  /** Of the stored rows that it was made of. */
  stamp: string
  ownerId: string
  /** What of it says how early to ask it. It stands here since lists look at it of a hundred letterboxes at once. */
  asking: Pick<Askable, 'can_be_asked' | 'silent' | 'answers'>
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

function askingOf({
  owner,
  letterbox,
  answers,
  reachable,
}: FullLetterbox): KeptLetterbox['asking'] {
  return {
    can_be_asked: mayBeAsked(owner, reachable) && !owner.reseller,
    silent: letterbox.silent_since !== null,
    answers,
  }
}

function bytesOf({ full, visitor, user }: KeptLetterbox): number {
  const writings = [visitor, user].filter((each) => each !== undefined)
  const written = writings.reduce((sum, { bytes }) => sum + BUFFER_BYTES + bytes.length, 0)
  const lines = full.items.reduce((sum, { line }) => sum + (line?.length ?? 0), 0)
  return ROW_BYTES + STICKER_BYTES * full.items.length + 2 * lines + written
}

const NO_LOANS: readonly RunningLoan[] = []

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
    const add = (id: string, letterbox: KeptLetterbox) => {
      found.set(id, { letterbox, running: running.get(letterbox.ownerId) ?? NO_LOANS })
    }
    const changed: string[] = []
    for (const { id, stamp } of stamps) {
      const kept = this.#kept.get(id)
      if (kept?.stamp === stamp) add(id, kept)
      else changed.push(id)
    }
    for (const { stamp, full } of await findStampedLetterboxes(database.orm, changed)) {
      const letterbox = { stamp, ownerId: full.owner.id, asking: askingOf(full), full }
      add(full.letterbox.id, letterbox)
      this.#kept.set(full.letterbox.id, letterbox, { size: bytesOf(letterbox) })
    }
    return found
  }

  /**
   * A letterbox as JSON, in pieces.
   * @param distance in metres; null where none is said
   */
  jsonOf(found: FoundLetterbox, distance: number | null, look: Look): Piece[] {
    return [this.#bytesOf(found, look), String(distance), '}']
  }

  #bytesOf({ letterbox, running }: FoundLetterbox, { loggedIn, moment }: Look): Buffer {
    const { full } = letterbox
    const role = roleNameOf(full.owner, moment.now)
    const active = isActive(full.owner, moment.now)
    const lent = running.length > 0 ? moment.today + JSON.stringify(running) : ''
    const reader = loggedIn ? 'user' : 'visitor'
    const written = letterbox[reader]
    const isSame = written?.role === role && written.active === active && written.lent === lent
    if (isSame) return written.bytes
    const runningLoans = new Map([[full.owner.id, running]])
    const json = this.#write(presentLetterbox(full, runningLoans, { loggedIn }, moment))
    const bytes = bytesOfText(`${json.slice(0, -1)},"distance":`)
    letterbox[reader] = { role, active, lent, bytes }
    // Set anew, since it weighs more now.
    this.#kept.set(full.letterbox.id, letterbox, { size: bytesOf(letterbox) })
    return bytes
  }
}

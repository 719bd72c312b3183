import type { cases } from '#features/community/moderation/tables.ts'
import { keyOfText } from '#features/lending/conversations/messages/server/door.ts'
import type { messages } from '#features/lending/conversations/messages/tables.ts'
import type {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import type { decisions } from '#features/people/decisions/tables.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import { byCity, canTalk, type Neighbour } from '../neighbours.ts'
import type { Random } from '../random.ts'
import { MONTH_WORDS } from './month-words.ts'
import { CHANGED, type Staff } from './staff.ts'

type MessageRow = typeof messages.$inferInsert & { id: string }

interface MonthTalks {
  transactions: (typeof transactions.$inferInsert)[]
  events: (typeof transaction_events.$inferInsert)[]
  messages: MessageRow[]
  cases: (typeof cases.$inferInsert)[]
  decisions: (typeof decisions.$inferInsert)[]
}

interface TalkScene {
  random: Random
  staff: Staff
  now: Date
  neighbours: readonly Neighbour[]
}

const languageOf = ({ user }: Neighbour): Language => user.lang ?? 'de'

/** Conversations that go wrong: each starts with a request, and one side writes something inappropriate. */
class Talks {
  readonly rows: MonthTalks = {
    transactions: [],
    events: [],
    messages: [],
    cases: [],
    decisions: [],
  }
  readonly #scene: TalkScene

  constructor(scene: TalkScene) {
    this.#scene = scene
  }

  #say(
    transaction_id: string,
    { from, to, text, at }: { from: Neighbour; to: Neighbour; text: string; at: Date },
    more: Partial<MessageRow> = {},
  ): MessageRow {
    const message: MessageRow = {
      id: this.#scene.random.uuid(),
      transaction_id,
      from_id: from.user.id,
      to_id: to.user.id,
      author_id: from.user.id,
      text,
      created_at: at,
      seen_at: null,
      warnings: [],
      held_at: null,
      held_for: null,
      text_key: null,
      ...more,
    }
    this.rows.messages.push(message)
    return message
  }

  /** Asks a neighbour for the first item that they lend. */
  #ask(borrower: Neighbour, lender: Neighbour, text: string, at: Date, more?: Partial<MessageRow>) {
    const { random } = this.#scene
    const id = random.uuid()
    const [item_id] = lender.items
    if (item_id === undefined) throw new Error('Unexpected letterbox without stickers')
    const people = { borrower_id: borrower.user.id, lender_id: lender.user.id }
    const held_at = more?.held_at ?? null
    this.rows.transactions.push({
      id,
      status: 'requested',
      item_id,
      ...people,
      answered_at: null,
      held_at,
      created_at: at,
      updated_at: at,
    })
    this.rows.events.push({
      id: random.uuid(),
      transaction_id: id,
      status: 'requested',
      at,
      side: 'borrower',
      by_id: borrower.user.id,
    })
    return { id, message: this.#say(id, { from: borrower, to: lender, text, at }, more) }
  }

  /** The same text to one letterbox after the other: the last ones are held for a moderator. */
  sendToMany(sender: Neighbour, lenders: readonly Neighbour[]): void {
    const { now } = this.#scene
    const text = MONTH_WORDS.manyTimes[languageOf(sender)]
    const start = now.getTime() - 20 * HOUR_MS
    for (const [index, lender] of lenders.entries()) {
      const at = new Date(start + index * 4 * MINUTE_MS)
      const isHeld = index >= LETTERBOXES_BEFORE_HELD
      this.#ask(sender, lender, text, at, {
        warnings: ['phone', 'money'],
        text_key: keyOfText(text),
        held_at: isHeld ? at : null,
        held_for: isHeld ? 'many_letterboxes' : null,
      })
    }
  }

  /** A lender's reply that the borrower reports. */
  answerBadly(
    borrower: Neighbour,
    lender: Neighbour,
    { reason, daysAgo }: { reason: 'rude' | 'money'; daysAgo: number },
  ): { report: MonthTalks['cases'][number]; at: Date } {
    const { random, staff, now } = this.#scene
    const asked = staff.at(daysAgo)
    const at = new Date(Math.min(asked.getTime() + 5 * HOUR_MS, now.getTime() - 3 * MINUTE_MS))
    const { id } = this.#ask(borrower, lender, MONTH_WORDS.asked[languageOf(borrower)], asked)
    const text = MONTH_WORDS[reason][languageOf(lender)]
    const answer = this.#say(id, { from: lender, to: borrower, text, at }, { seen_at: at })
    const transaction = this.rows.transactions.at(-1)
    Object.assign(transaction ?? {}, { answered_at: at, written_at: at, updated_at: at })
    const report = {
      id: random.uuid(),
      kind: 'message_report' as const,
      message_id: answer.id,
      user_id: borrower.user.id,
      type: reason,
      created_at: new Date(at.getTime() + MINUTE_MS),
      handled_at: null,
      handled_by: null,
      outcome: null,
      measure: null,
      decision_id: null,
    }
    this.rows.cases.push(report)
    return { report, at }
  }

  /** A lender who asked for money in advance is suspended and objects. */
  suspend(borrower: Neighbour, lender: Neighbour): void {
    const { staff } = this.#scene
    const { report, at } = this.answerBadly(borrower, lender, { reason: 'money', daysAgo: 9 })
    const decided_at = new Date(at.getTime() + 26 * HOUR_MS)
    const by = { handled_at: decided_at, handled_by: staff.id }
    Object.assign(report, { ...by, outcome: 'justified', measure: 'suspend' })
    const reason = MONTH_WORDS.suspendedReason[languageOf(lender)]
    Object.assign(lender.user, { suspended_at: decided_at, suspended_reason: reason })
    staff.act({
      subject: 'message_report',
      subject_id: report.id ?? '',
      verb: 'settle',
      at: decided_at,
      after: { outcome: 'justified', measure: 'suspend' },
    })
    const after = { reason: CHANGED }
    const about = { subject: 'user', subject_id: lender.user.id } as const
    staff.act({ ...about, verb: 'suspend', at: decided_at, after })
    const objection = MONTH_WORDS.objection[languageOf(lender)]
    this.#decide(lender, { kind: 'account_suspended', after_report: true, reason, decided_at })
    const decision = this.rows.decisions.at(-1)
    const objected_at = new Date(decided_at.getTime() + 2 * DAY_MS)
    Object.assign(decision ?? {}, { objection, objected_at })
    Object.assign(report, { decision_id: decision?.id })
  }

  /** A letterbox that is taken off the map, without an objection. */
  hide(owner: Neighbour): void {
    const { staff } = this.#scene
    const reason = MONTH_WORDS.hiddenReason[languageOf(owner)]
    const decided_at = staff.at(11)
    Object.assign(owner.letterbox, { hidden_at: decided_at, hidden_reason: reason })
    const about = { subject: 'letterbox', subject_id: owner.letterbox.id } as const
    staff.act({ ...about, verb: 'hide', at: decided_at, after: { reason: CHANGED } })
    this.#decide(owner, { kind: 'letterbox_hidden', after_report: false, reason, decided_at })
  }

  #decide(
    { user }: Neighbour,
    decided: Pick<
      MonthTalks['decisions'][number],
      'kind' | 'after_report' | 'reason' | 'decided_at'
    >,
  ): void {
    const { random, staff } = this.#scene
    this.rows.decisions.push({
      id: random.uuid(),
      user_id: user.id,
      ground: 'terms',
      decided_by: staff.id,
      // The token exists, but its link was given to no one.
      token_hash: hashSecret(random.uuid()),
      objection: '',
      objected_at: null,
      answer: '',
      ...decided,
    })
  }
}

/** The maximum number of letterboxes for one request. */
const LETTERBOXES_BEFORE_HELD = 5
const HELD = 2

/** Work for moderators: held messages, reported messages, decisions and objections. */
export function createTalks(scene: TalkScene): MonthTalks {
  const talks = new Talks(scene)
  const towns = [...byCity(scene.neighbours.filter(canTalk)).values()]
  const [town] = towns.sort((a, b) => b.length - a.length)
  const parties = (town ?? []).filter(({ items }) => items.length > 0).slice(-PARTIES)
  const [sender, borrower, rude, greedy, hidden, ...others] = parties
  if (!sender || !borrower || !rude || !greedy || !hidden) return talks.rows
  talks.sendToMany(sender, others)
  talks.answerBadly(borrower, rude, { reason: 'rude', daysAgo: 1.5 })
  talks.suspend(borrower, greedy)
  talks.hide(hidden)
  return talks.rows
}

/** The people in these conversations: those above, and the receivers of the mass message. */
const PARTIES = 5 + LETTERBOXES_BEFORE_HELD + HELD

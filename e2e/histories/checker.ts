import { isOver } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  type Act,
  actsOf,
  type Call,
  type Entry,
  type History,
  type Line,
  type Row,
} from './history.ts'
import {
  begin,
  type Change,
  closeFor,
  type Loan,
  leave,
  lentElsewhere,
  type Outcome,
  overlap,
  promisedElsewhere,
  rangeOf,
  rivalsOf,
  sideOf,
  takeStep,
  wasPromisedElsewhere,
} from './model.ts'

/** Clocks of one machine, read in whole and in parts of milliseconds. */
const SLACK_MS = 5
const TIME_ZONE = 'Europe/Zurich'

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE })
const dayOf = (at: number) => dayFormat.format(at)

const isDone = ({ answer }: Call) => answer !== null && answer.status < 300
const isRefused = ({ answer }: Call) => answer !== null && answer.status >= 300

/** How a transaction was from an act on, until the next one. */
interface Version {
  loan: Loan | null
  written: number
  /** Whose act it was; null before it began. */
  call: Call | null
}

/** What an act wrote about one transaction. */
interface Written {
  row: Row | null
  gone: boolean
  lines: Line[]
  linesGone: Line[]
  told: { person: string; news: string }[]
}

function writtenOf(act: Act): Map<string, Written> {
  const all = new Map<string, Written>()
  const of = (id: string) => {
    const known = all.get(id) ?? { row: null, gone: false, lines: [], linesGone: [], told: [] }
    all.set(id, known)
    return known
  }
  for (const entry of act.entries) {
    if (entry.type === 'row') of(entry.row.id).row = entry.row
    else if (entry.type === 'gone') of(entry.transaction).gone = true
    else if (entry.type === 'line') of(entry.transaction).lines.push(entry.line)
    else if (entry.type === 'line_gone') of(entry.transaction).linesGone.push(entry.line)
    else if (entry.type === 'told') of(entry.transaction).told.push(entry)
  }
  return all
}

const inOrder = (told: Change['told']) =>
  told.map(({ person, news }) => `${news} to ${person}`).sort()
const lineText = ({ status, side, reason, request }: Loan['lines'][number]) =>
  [status, side ?? 'by itself', reason ?? '', request ?? ''].join(' ')

const ROW_FIELDS = [
  'status',
  'item',
  'borrower',
  'lender',
  'wanted_from',
  'wanted_until',
  'dates_by',
  'handover_at',
  'return_by',
  'days_asked_by',
  'asked_handover_at',
  'asked_return_by',
  'in_words',
  'lent',
  'lent_as_agreed',
  'ask',
  'closed',
] as const satisfies (keyof Row)[]

const differences = (one: Row, other: Row) =>
  ROW_FIELDS.filter((field) => one[field] !== other[field])

const PROMISED = ['accepted', 'handed_over', 'returned']

/**
 * Whether a recorded history is explained by the rules: what the database wrote down is one order of steps, each of
 * which some call asked for and the model allows, exactly once and within the time of its call; and each refusal is
 * what the model answers at some moment of its call.
 * @returns what is wrong, each in a sentence that begins with its kind; nothing where all is explained
 */
export function checkHistory(history: History): string[] {
  return new Checking(history).run()
}

class Checking {
  readonly #history: History
  readonly #calls: Map<string, Call>
  readonly #loans = new Map<string, Loan>()
  readonly #versions = new Map<string, Version[]>()
  readonly #acts = new Map<Call, Act[]>()
  /** When the lines of each history were, that still stand in it. */
  readonly #times = new Map<string, number[]>()
  /** How often the step of a call was taken back. */
  readonly #takenBack = new Map<string, number>()
  readonly #begun = new Map<Call, string[]>()
  /** The transactions of each request to several, and those of each thing of a letterbox, that there ever were. */
  readonly #ofAsk = new Map<string, Set<string>>()
  readonly #ofThing = new Map<string, Set<string>>()
  /** The calls that change who may do what with whom. */
  readonly #removes: Call[]
  readonly #blocking: Call[]
  readonly #unblocking: Call[]
  /** Requests of which the server said that their days are free again. */
  readonly #toldFree = new Set<string>()
  readonly #problems: string[] = []

  constructor(history: History) {
    this.#history = history
    this.#calls = new Map(history.calls.map((call) => [call.id, call]))
    const notRefused = history.calls.filter((call) => !isRefused(call))
    this.#removes = notRefused.filter(({ kind }) => kind === 'remove')
    this.#blocking = notRefused.filter(({ kind }) => kind === 'block')
    this.#unblocking = notRefused.filter(({ kind }) => kind === 'unblock')
  }

  run(): string[] {
    for (const act of actsOf(this.#history.journal)) this.#follow(act)
    for (const call of this.#history.calls) {
      if (isDone(call)) this.#checkDone(call)
      else if (isRefused(call)) this.#checkRefused(call)
    }
    this.#checkRead()
    this.#checkDelivered()
    return this.#problems
  }

  #say(kind: string, what: string, call?: Call | null): void {
    const by = call ? ` [${call.kind} ${call.id} by ${call.person}]` : ''
    this.#problems.push(`${kind}: ${what}${by}`)
  }

  /** Whether an act can be of a call, by the clock: not before it was sent, nor after it was answered. */
  #isWithin({ written }: Act, call: Call): boolean {
    const isOver = call.answer !== null && written > call.ended + SLACK_MS
    return written >= call.began - SLACK_MS && !isOver
  }

  /** The calls that may have caused an act: the one whose request id it carries, or those that carry none. */
  #causesOf(act: Act, all: Map<string, Written>): Call[] {
    for (const entry of act.entries) {
      const id = requestOf(entry, this.#loans)
      const call = id === null ? undefined : this.#calls.get(id)
      if (call) return [call]
    }
    const kinds = new Set<string>()
    for (const [id, { row, lines, linesGone, gone }] of all) {
      const before = this.#loans.get(id)
      if (linesGone.length > 0 && !gone) kinds.add('undo')
      if (gone || lines.some(({ reason }) => reason === 'left')) kinds.add('remove')
      if (!row || !before) continue
      if (row.borrower !== before.borrower || row.lender !== before.lender) kinds.add('remove')
      else if (row.closed !== before.closed) kinds.add(row.closed ? 'block' : 'unblock')
    }
    return this.#history.calls
      .filter((call) => kinds.has(call.kind) && !isRefused(call) && this.#isWithin(act, call))
      .filter(
        (call) =>
          call.kind !== 'undo' || (!this.#acts.has(call) && all.has(call.transaction ?? '')),
      )
      .sort((one, other) => Number(isDone(other)) - Number(isDone(one)) || one.ended - other.ended)
  }

  #follow(act: Act): void {
    const all = writtenOf(act)
    // What changed nothing that the model knows of, such as the place in a list.
    for (const [id, { row, gone, lines, linesGone, told }] of all) {
      const before = this.#loans.get(id)
      const isSame = row !== null && before !== undefined && differences(before, row).length === 0
      if (isSame && !gone && lines.length + linesGone.length + told.length === 0) all.delete(id)
    }
    if (all.size === 0 || this.#isReview(act, all)) return
    const causes = this.#causesOf(act, all)
    let problems: string[] = [`unexplained: nobody asked for ${describe(all)}`]
    let cause: Call | null = null
    for (const call of causes) {
      const found = this.#compare(all, this.#expected(call, all, act), call)
      if (cause === null || found.length === 0) {
        problems = found
        cause = call
      }
      if (found.length === 0) break
    }
    for (const problem of problems) this.#problems.push(problem)
    if (cause && !this.#isWithin(act, cause)) {
      this.#say('backwards', `written at ${act.written}, not between question and answer`, cause)
    }
    if (cause) this.#acts.set(cause, [...(this.#acts.get(cause) ?? []), act])
    this.#keep(act, all, cause)
  }

  /**
   * Whether an act is the server's own, after days were promised or became free: it ends a request that cannot be granted
   * any more, or tells its borrower, once, that it could be again.
   */
  #isReview(act: Act, all: Map<string, Written>): boolean {
    const [[id, written] = ['', NOTHING], ...others] = all
    const loan = this.#loans.get(id)
    if (!loan || others.length > 0) return false
    const { row, lines, told } = written
    const isNews = row === null && lines.length === 0 && told[0]?.news === 'freeAgain'
    if (isNews) {
      if (!wasPromisedElsewhere(loan)) this.#say('told wrongly', `${id} is free again`)
      if (this.#toldFree.has(id)) this.#say('told twice', `${id} is free again`)
      this.#toldFree.add(id)
      return true
    }
    const change = promisedElsewhere(loan)
    const [line] = lines
    if (!change || line?.side !== null || line.status !== 'declined') return false
    const found = this.#compare(all, new Map([[id, change]]), SERVER)
    for (const problem of found) this.#problems.push(problem)
    if (!this.#wasPromised(loan)) this.#say('unexplained', `days of ${id} were never promised`)
    this.#keep(act, all, null)
    return true
  }

  /** Whether the wanted days of a request were ever promised to somebody else, in part. */
  #wasPromised(loan: Loan): boolean {
    const from = loan.wanted_from ?? ''
    const wanted = rangeOf(from, loan.wanted_until ?? from)
    return [...(this.#ofThing.get(thingOf(loan)) ?? [])]
      .filter((id) => id !== loan.id)
      .flatMap((id) => this.#versions.get(id) ?? [])
      .some((version) => version.loan?.lent != null && overlap(version.loan.lent, wanted))
  }

  /** What the model says a call changes now. */
  #expected(call: Call, all: Map<string, Written>, act: Act): Map<string, Change> | string {
    const changes = new Map<string, Change>()
    const between = (loan: Loan) =>
      call.others.some((other) => sideOf(loan, other)) && sideOf(loan, call.person) !== null
    if (call.kind === 'create' || call.kind === 'ask') {
      const joined = this.#waitingWith(call.transaction)
      for (const loan of joined) {
        const after = { ...loan, ask: call.id }
        changes.set(loan.id, { after, line: null, takenBack: false, told: [] })
      }
      for (const [id, { row }] of all) {
        if (row && !this.#loans.has(id)) changes.set(id, begin(asked(row, call)))
      }
    } else if (call.kind === 'block') {
      for (const loan of this.#loans.values()) {
        const change = between(loan) ? closeFor(loan, call.person) : null
        if (change) changes.set(loan.id, change)
      }
    } else if (call.kind === 'unblock') {
      for (const id of all.keys()) {
        const loan = this.#loans.get(id)
        if (!loan || !between(loan)) continue
        changes.set(id, {
          after: { ...loan, closed: false },
          line: null,
          takenBack: false,
          told: [],
        })
      }
    } else if (call.kind === 'remove') {
      for (const loan of this.#loans.values()) {
        const change = leave(loan, call.person)
        if (change) changes.set(loan.id, change)
      }
    } else {
      const loan = this.#loans.get(call.transaction ?? '')
      if (!loan) return 'not_found'
      const outcome = takeStep(loan, call, dayOf(act.written))
      if ('refused' in outcome) return outcome.refused
      changes.set(loan.id, outcome)
      if (call.kind === 'accept' || call.kind === 'noteLoan') {
        for (const sibling of this.#siblingsOf(loan)) {
          const change = lentElsewhere(sibling)
          if (change) changes.set(sibling.id, change)
        }
      }
    }
    return changes
  }

  #loansOf(ids: Set<string> | undefined): Loan[] {
    return [...(ids ?? [])].flatMap((id) => this.#loans.get(id) ?? [])
  }

  #siblingsOf({ id, ask, borrower }: Loan): Loan[] {
    if (ask === null || borrower === null) return []
    const isSibling = (other: Loan) => other.ask === ask && other.borrower === borrower
    return this.#loansOf(this.#ofAsk.get(ask)).filter(
      (other) => other.id !== id && isSibling(other),
    )
  }

  #waitingWith(id: string | null): Loan[] {
    const loan = this.#loans.get(id ?? '')
    return loan ? [loan, ...this.#siblingsOf(loan)] : []
  }

  #compare(
    all: Map<string, Written>,
    expected: Map<string, Change> | string,
    call: Pick<Call, 'kind' | 'id' | 'person'> | typeof SERVER,
  ): string[] {
    const problems: string[] = []
    const say = (kind: string, what: string) =>
      problems.push(`${kind}: ${what} [${call.kind} ${call.id} by ${call.person}]`)
    if (typeof expected === 'string') {
      say('backwards', `done, where the rules answer ${expected}: ${describe(all)}`)
      return problems
    }
    for (const id of new Set([...all.keys(), ...expected.keys()])) {
      const change = expected.get(id)
      const { row, gone, lines, linesGone, told } = all.get(id) ?? NOTHING
      const before = this.#loans.get(id)
      if (!change) {
        say('unexplained', `${describe(all)} of ${id}`)
        continue
      }
      // Without a side there is nobody left to keep it for.
      if (gone && change.after.borrower === null && change.after.lender === null) continue
      const ends = change.takenBack ? linesGone : lines
      const wanted = change.line ? [lineText(change.line)] : []
      const found = ends.map(lineText)
      const isExtra = (change.takenBack ? lines : linesGone).length > 0
      if (isExtra || wanted.join() !== found.join()) {
        const isLost = found.length < wanted.length
        say(
          isLost ? 'lost step' : 'unexplained',
          `lines "${found}" instead of "${wanted}" of ${id}`,
        )
      }
      const [tells, told_] = [inOrder(change.told), inOrder(told)]
      if (tells.join() !== told_.join()) {
        say(
          told_.length > tells.length ? 'told twice' : 'told wrongly',
          `told "${told_}" instead of "${tells}" of ${id}`,
        )
      }
      const now = row ?? before
      const others = now ? differences(change.after, now) : ['all of it']
      if (others.length > 0) say('unexplained', `${others} of ${id} is not as the rules say`)
    }
    return problems
  }

  /** What is so from now on, as the database says, and what must never be so. */
  #keep(act: Act, all: Map<string, Written>, call: Call | null): void {
    for (const [id, { row, gone, lines, linesGone }] of all) {
      const before = this.#loans.get(id)
      const versions = this.#versions.get(id) ?? []
      this.#versions.set(id, versions)
      const lastWritten = versions.at(-1)?.written ?? 0
      if (act.written < lastWritten - SLACK_MS) {
        this.#say('backwards', `${id} was changed before what stands before it`, call)
      }
      if (gone) {
        this.#loans.delete(id)
        versions.push({ loan: null, written: act.written, call })
        continue
      }
      const now = row ?? before
      if (!now) continue
      const kept = (before?.lines ?? []).slice(
        0,
        linesGone.length > 0 ? -linesGone.length : undefined,
      )
      const loan: Loan = { ...now, lines: [...kept, ...lines] }
      for (const { request } of linesGone) {
        if (request) this.#takenBack.set(request, (this.#takenBack.get(request) ?? 0) + 1)
      }
      this.#checkTimes(id, lines, linesGone, call)
      if (!before && call) this.#begun.set(call, [...(this.#begun.get(call) ?? []), id])
      this.#loans.set(id, loan)
      addTo(this.#ofAsk, loan.ask, id)
      addTo(this.#ofThing, thingOf(loan), id)
      versions.push({ loan, written: act.written, call })
      this.#checkNever(loan, call)
      if (!before && call) {
        this.#checkNotBlocked(loan, act, call)
        this.#checkAskedOnce(loan, call)
      }
    }
  }

  #checkTimes(id: string, lines: Line[], linesGone: Line[], call: Call | null): void {
    const times = this.#times.get(id) ?? []
    this.#times.set(id, times)
    times.splice(times.length - linesGone.length)
    for (const { at } of lines) {
      if (at <= (times.at(-1) ?? 0)) this.#say('backwards', `times of ${id} do not rise`, call)
      times.push(at)
    }
  }

  #checkNever(loan: Loan, call: Call | null): void {
    const isLent = loan.status === 'accepted' || loan.status === 'handed_over'
    if (isLent && loan.lent && loan.lender) {
      const rivals = rivalsOf(loan, loan.lent, this.#loansOf(this.#ofThing.get(thingOf(loan))))
      const [rival] = rivals.filter(({ copy }) => copy === loan.copy)
      if (rival)
        this.#say('double loan', `copy ${loan.copy} in ${loan.id} and in ${rival.id}`, call)
      if ((loan.copy ?? 0) >= this.#copiesOf(loan)) {
        this.#say('double loan', `there is no copy ${loan.copy}, lent in ${loan.id}`, call)
      }
    }
    if (loan.status === 'handed_over' && loan.lender) {
      const things = this.#loansOf(this.#ofThing.get(thingOf(loan)))
      const isOut = ({ status, lender, item }: Loan) =>
        status === 'handed_over' && lender === loan.lender && item === loan.item
      const out = things.filter(isOut)
      // Whatever days were agreed: as many as there are can be out, and no more.
      if (out.length > this.#copiesOf(loan))
        this.#say('two hands', `${out.map(({ id }) => id)} are out at the same time`, call)
    }
    if (!PROMISED.includes(loan.status)) return
    const [other] = this.#siblingsOf(loan).filter(({ status }) => PROMISED.includes(status))
    if (other) this.#say('two yeses', `of one request: ${loan.id} and ${other.id}`, call)
  }

  #copiesOf({ item }: Row): number {
    return this.#history.copies[item] ?? 1
  }

  /** Whether a block may have been taken back by an instant. */
  #isUnblocked(block: Call, before: number): boolean {
    return this.#unblocking.some(
      ({ person, others, ended, began, answer }) =>
        person === block.person &&
        others[0] === block.others[0] &&
        (ended >= block.began || answer === null) &&
        began <= before,
    )
  }

  /** Blocks between two people: whether one stands for sure from one instant to another, or maybe by the latter. */
  #blocks(one: string | null, other: string | null, from: number, to: number) {
    const blocks = this.#blocking.filter(
      ({ person, others: [blocked] }) =>
        (person === one && blocked === other) || (person === other && blocked === one),
    )
    return {
      surely: blocks.some(
        (block) => isDone(block) && block.ended < from && !this.#isUnblocked(block, to),
      ),
      maybe: blocks.some((block) => block.began <= to),
    }
  }

  /**
   * The same is asked of the same letterbox once, as long as that is not over. A return that is taken back while somebody
   * asks was over for whoever asked.
   */
  #checkAskedOnce({ id, borrower, lender, item }: Loan, call: Call): void {
    const others = this.#loansOf(this.#ofThing.get(thingOf({ lender, item })))
    const [other] = others.filter(
      (each) =>
        each.id !== id &&
        each.borrower === borrower &&
        !this.#versionsDuring(each.id, call).some(({ loan }) => !loan || isOver(loan.status)),
    )
    if (other) this.#say('done twice', `${id} was asked for while ${other.id} stood`, call)
  }

  #checkNotBlocked({ id, borrower, lender }: Loan, { written }: Act, call: Call): void {
    if (this.#blocks(borrower, lender, call.began, written).surely) {
      this.#say('lost step', `${id} was asked for over a block`, call)
    }
  }

  #isGone(person: string | null, before: number): boolean {
    return this.#removes.some((call) => call.person === person && call.began <= before)
  }

  /** Each step that was acknowledged stands there exactly once. */
  #checkDone(call: Call): void {
    const acts = this.#acts.get(call)?.length ?? 0
    if (call.kind === 'create' || call.kind === 'ask') {
      const begun = [...(this.#begun.get(call) ?? [])].sort()
      const answered = [...(call.answer?.transactions ?? [])].sort()
      if (begun.join() !== answered.join()) {
        const kind = begun.length < answered.length ? 'lost step' : 'done twice'
        this.#say(kind, `answered ${answered}, begun ${begun}`, call)
      }
      return
    }
    if (call.kind === 'unblock') return
    if (call.kind === 'block') {
      this.#checkBlocked(call)
      return
    }
    if (call.kind === 'remove') {
      const left = [...this.#loans.values()].filter((loan) => sideOf(loan, call.person))
      if (left.length > 0) this.#say('lost step', `${left[0]?.id} still has the account`, call)
      return
    }
    const times = 1 + (this.#takenBack.get(call.id) ?? 0)
    if (acts === 0)
      this.#say(
        'lost step',
        `acknowledged, and nowhere in the history of ${call.transaction}`,
        call,
      )
    if (acts > times) this.#say('done twice', `${acts} times in ${call.transaction}`, call)
  }

  #checkBlocked(call: Call): void {
    if (this.#isUnblocked(call, Number.POSITIVE_INFINITY)) return
    const open = [...this.#loans.values()].filter(
      (loan) => !loan.closed && sideOf(loan, call.person) && sideOf(loan, call.others[0] ?? ''),
    )
    if (open.length > 0) this.#say('lost step', `${open[0]?.id} is open over a block`, call)
  }

  /** How a transaction may have been while a call was answered. */
  #versionsDuring(id: string | null, call: Call): Version[] {
    const versions = this.#versions.get(id ?? '') ?? []
    return versions.filter((version, i) => {
      if (version.written > call.ended + SLACK_MS) return false
      const [next, afterNext] = versions.slice(i + 1, i + 3)
      if (!next) return true
      // Whoever waits for a lock sees what the one before has written.
      const isAnswered = next.call !== null && isDone(next.call) && next.call.ended < call.lastSent
      return !isAnswered && !(afterNext && afterNext.written < call.lastSent - SLACK_MS)
    })
  }

  #checkRefused(call: Call): void {
    const { code, status } = call.answer ?? { code: null, status: 0 }
    if ((this.#acts.get(call)?.length ?? 0) > 0) {
      this.#say('lost step', `refused with ${status} ${code}, and done all the same`, call)
    }
    if (!this.#isExplained(call, code ?? '', status)) {
      this.#say('refused without reason', `${status} ${code} in ${call.transaction}`, call)
    }
  }

  #isExplained(call: Call, code: string, status: number): boolean {
    if (status === 401) return this.#isGone(call.person, call.ended)
    if (status >= 500) return false
    const anyOtherGone = call.others.some((other) => this.#isGone(other, call.ended))
    if (call.kind === 'block' || call.kind === 'unblock') {
      return code === 'rate_limited' || (code === 'not_found' && anyOtherGone)
    }
    if (call.kind === 'create' || call.kind === 'ask') {
      const isBlocked = call.others.some(
        (other) => this.#blocks(call.person, other, call.lastSent, call.ended).maybe,
      )
      if (code === 'not_found') return anyOtherGone || isBlocked
      if (code === 'asked_already') return this.#mayStand(call)
      const besides = this.#versionsDuring(call.transaction, call)
      return code === 'status_changed' && besides.some(({ loan }) => loan?.status !== 'requested')
    }
    const during = this.#versionsDuring(call.transaction, call)
    const answers = during.flatMap(({ loan }) =>
      loan === null ? ['not_found'] : this.#answersTo(loan, call),
    )
    return answers.includes(code)
  }

  /** Whether what was asked for before may not have been over while a request was answered. */
  #mayStand(call: Call): boolean {
    const { item } = call
    if (item === null) return false
    return call.others.some((lender) =>
      [...(this.#ofThing.get(thingOf({ lender, item })) ?? [])].some((id) =>
        this.#versionsDuring(id, call).some(
          ({ loan }) => loan?.borrower === call.person && !isOver(loan.status),
        ),
      ),
    )
  }

  /** The refusals that a call may meet with, as a transaction is. */
  #answersTo(loan: Loan, call: Call): string[] {
    const outcome: Outcome = takeStep(loan, call, dayOf(call.ended))
    const codes: string[] = []
    if (this.#isGone(loan.borrower, call.ended) || this.#isGone(loan.lender, call.ended)) {
      codes.push('conflict', 'not_found')
    }
    const asks = this.#versionsDuring(loan.id, call).map((version) => version.loan?.ask)
    const refused = 'refused' in outcome ? outcome.refused : ''
    // Others were asked besides in that very moment: looked at after who takes part, and before the state.
    const isOwn = refused !== 'not_found' && refused !== 'conflict'
    if (isOwn && new Set(asks).size > 1) codes.push('status_changed')
    if ('refused' in outcome) return [...codes, outcome.refused]
    const { after } = outcome
    const isPromise = after.lent !== null && ['accepted', 'handed_over'].includes(after.status)
    const asksForDays = call.kind === 'changeDays'
    if ((isPromise || asksForDays) && this.#isTaken(loan, after, call)) codes.push('already_lent')
    return codes
  }

  /** Whether all copies may have been promised to others while a call was answered. */
  #isTaken(loan: Loan, after: Loan, call: Call): boolean {
    // Whoever agrees has read the question.
    const agreed = { ...call, kind: 'agreeDays' as const, id: '', read: null }
    const asker = sideOf(loan, call.person)
    const lender = { ...agreed, person: (asker === 'lender' ? after.borrower : after.lender) ?? '' }
    const days = call.kind === 'changeDays' ? takeStep(after, lender, dayOf(call.ended)) : null
    const lent = days && !('refused' in days) ? days.after.lent : after.lent
    if (lent === null) return false
    const all = [...(this.#ofThing.get(thingOf(loan)) ?? [])].flatMap((id) => {
      const versions = this.#versionsDuring(id, call)
      return versions.flatMap(({ loan: each }) => (each ? [each] : []))
    })
    const copies = new Set(rivalsOf(loan, lent, all).map(({ copy }) => copy))
    return copies.size >= this.#copiesOf(loan)
  }

  /** What people read at the end is what was written. */
  #checkRead(): void {
    for (const [id, { status, lines }] of Object.entries(this.#history.read)) {
      const loan = this.#loans.get(id)
      const texts = (all: Pick<Line, 'status' | 'side' | 'reason'>[]) =>
        all.map((line) => lineText({ ...line, request: null })).join()
      if (loan?.status !== status || texts(loan.lines) !== texts(lines)) {
        this.#say('lost step', `${id} reads as ${status} "${texts(lines)}"`)
      }
      const isRising = lines.every(({ at }, i) => i === 0 || at > (lines[i - 1]?.at ?? 0))
      if (!isRising) this.#say('backwards', `times of ${id} do not rise as it is read`)
    }
  }

  /** Whoever was to be told something that is true to this day has the mail; nobody has it twice. */
  #checkDelivered(): void {
    const delivered = new Set(this.#history.delivered)
    if (delivered.size < this.#history.delivered.length)
      this.#say('told twice', 'a mail came twice')
    const waiting = new Set(this.#history.waiting)
    for (const entry of this.#history.journal) {
      if (entry.type !== 'told' || delivered.has(entry.mail) || waiting.has(entry.mail)) continue
      if (this.#isGone(entry.person, Number.POSITIVE_INFINITY)) continue
      const versions = this.#versions.get(entry.transaction) ?? []
      const since = versions.filter(({ written }) => written >= entry.written - 1_000)
      if (since.every(({ loan }) => loan !== null && isStillSo(entry.news, loan))) {
        this.#say('not told', `${entry.news} of ${entry.transaction} to ${entry.person}`)
      }
    }
  }
}

/** What the server does by itself, as problems name it. */
const SERVER = { kind: 'review', id: 'by itself', person: 'the server' } as const

const NOTHING: Written = { row: null, gone: false, lines: [], linesGone: [], told: [] }

const thingOf = ({ lender, item }: Pick<Row, 'lender' | 'item'>) => `${item} of ${lender}`

function addTo(all: Map<string, Set<string>>, key: string | null, id: string): void {
  if (key === null) return
  const ids = all.get(key) ?? new Set()
  all.set(key, ids.add(id))
}

function describe(all: Map<string, Written>): string {
  const parts = [...all].map(([id, { lines, linesGone, row }]) => {
    const gone = linesGone.map((line) => `-${lineText(line)}`)
    return `${id}: ${[...lines.map(lineText), ...gone].join(', ') || `row ${row?.status}`}`
  })
  return parts.join('; ')
}

/** The request id that an entry carries. */
function requestOf(entry: Entry, loans: Map<string, Loan>): string | null {
  if (entry.type === 'line') return entry.line.request
  if (entry.type === 'said') return entry.request
  if (entry.type !== 'row') return null
  const before = loans.get(entry.row.id)
  return entry.row.ask !== (before?.ask ?? null) ? entry.row.ask : null
}

/** How the row of a request has to begin. */
function asked(row: Row, call: Call): Row {
  return {
    ...row,
    status: 'requested',
    borrower: call.person,
    lender: call.others.find((other) => other === row.lender) ?? null,
    item: call.item ?? 0,
    wanted_from: call.days.wanted_from ?? null,
    wanted_until: call.days.wanted_until ?? null,
    dates_by: 'borrower',
    handover_at: null,
    return_by: null,
    days_asked_by: null,
    asked_handover_at: null,
    asked_return_by: null,
    in_words: null,
    lent: null,
    lent_as_agreed: null,
    ask: call.kind === 'ask' ? call.id : null,
    closed: false,
  }
}

const ALWAYS_TRUE = [
  'declined',
  'returned',
  'returnUndone',
  'lentElsewhere',
  'withdrawn',
  'promisedElsewhere',
]

/** Whether what a mail says is so, and the mail is sent for sure. */
function isStillSo(news: string, { status, closed, borrower, lender, lines }: Loan): boolean {
  if (borrower === null || lender === null) return false
  if (['accepted', 'promised', 'agreed', 'daysAgreed', 'daysSettled', 'noted'].includes(news))
    return PROMISED.includes(status)
  if (closed) return false
  if (news !== 'request') return ALWAYS_TRUE.includes(news)
  // Whoever takes a step has seen what was asked: no mail says it any more, where it has not left by then.
  return status !== 'withdrawn' && !lines.some(({ side }) => side === 'lender')
}

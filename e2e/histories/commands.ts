import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import fc from 'fast-check'
import {
  isOver,
  LOAN_SIDES,
  LOAN_STEPS,
  type LoanSide,
  type LoanStep,
  stepsOf,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import {
  type Answer,
  type Call,
  COPIES,
  carryOut,
  isUndoable,
  type Loan,
  type Model,
  type OtherCall,
  sideOf,
} from './model.ts'
import type { Neighbourhood } from './neighbourhood.ts'

/** How the calls of a command are sent. */
type Sending =
  | 'alone'
  /** Two calls about the same loan or the same item at the same moment. */
  | 'together'
  /** The same call twice at the same moment, as from two tabs. */
  | 'twice'
  /** The server is killed during the call, and the call is retried, as the outbox of the web app does. */
  | 'killed'

/** What a person will do, chosen before it is known which loans exist. */
interface Intention {
  /** `fitting`: a step that the rules allow; `any`: a step that may be rejected. */
  what: 'fitting' | 'any' | OtherCall
  /** Select a person, a transaction and a step among the existing ones. */
  who: number
  which: number
  step: number
  item: number
  /** Start in days from today, and number of days. */
  from: number
  length: number
  /** The person has not seen the last event of the conversation. */
  isStale: boolean
}

const WEIGHTS: [Intention['what'], number][] = [
  ['fitting', 30],
  ['any', 5],
  ['ask', 10],
  ['write', 6],
  ['undo', 5],
  ['thank', 4],
  ['block', 1],
  ['unblock', 2],
  ['deleteAccount', 1],
]

const intention: fc.Arbitrary<Intention> = fc.record({
  what: fc.oneof(...WEIGHTS.map(([what, weight]) => ({ weight, arbitrary: fc.constant(what) }))),
  who: fc.nat(9),
  which: fc.nat(99),
  step: fc.nat(99),
  item: fc.constantFrom(...Object.keys(COPIES).map(Number)),
  from: fc.nat(4),
  length: fc.nat(4),
  isStale: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
})

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

const FORWARD: readonly LoanStep[] = ['accept', 'agreeDays', 'handOver', 'return']
/** Steps forward are chosen more often; otherwise most requests would end before anything is lent. */
const oftenForward = (steps: LoanStep[]) =>
  steps.flatMap((step) => (FORWARD.includes(step) ? [step, step, step] : [step]))

/** Loans that fit: where thanks or undo is possible, or that are not over yet; all loans if none fits. */
function fittingLoans(loans: Loan[], { what }: Intention): Loan[] {
  const fits = ({ status, events }: Loan) => {
    if (what === 'thank') return status === 'returned'
    if (what === 'undo') return events.slice(-1).some(isUndoable)
    return !isOver(status) || what === 'any'
  }
  const fitting = loans.filter(fits)
  return fitting.length > 0 ? fitting : loans
}

/** The day this many days from today, in the server's time zone. */
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const letters = () => randomUUID().replaceAll(/[\d-]/g, (sign) => 'ghijklmnop'[Number(sign)] ?? ' ')

/** Whether another loan can conflict with a call: it belongs to the same request or the same item. */
const isRival = (loan: Loan, other: Loan) =>
  loan === other ||
  (loan.ask !== null && loan.ask === other.ask) ||
  (loan.lender === other.lender && loan.item === other.item)

/**
 * The call for an intention.
 * @param first the call that is sent at the same moment
 * @returns null if no object exists for it
 */
function callOf(model: Model, plan: Intention, first?: Call): Call | null {
  const { what, who, which, step, item, from, length } = plan
  // Sometimes chooses a person whose account is deleted.
  const people = which % 10 === 0 ? model.people : model.members
  const person = at(people, who) ?? ''
  const start = which % people.length
  const others = [...people.slice(start), ...people.slice(0, start)].filter((id) => id !== person)
  const [other] = others
  if (other === undefined) return null
  const call = {
    person,
    request_id: randomUUID(),
    text: `Bitte ${letters()}`,
    today: dayAhead(0),
    days: [dayAhead(from), dayAhead(from + length)] as Call['days'],
    item,
    lenders: others.slice(0, step % 3 === 0 ? 2 : 1),
    other,
    loan: '',
    last_event_id: null,
  }
  if (what === 'ask' || what === 'block' || what === 'unblock' || what === 'deleteAccount')
    return { ...call, kind: what }
  return inConversation(model, { ...plan, what }, call, first)
}

type InConversation = Exclude<Intention['what'], 'ask' | 'block' | 'unblock' | 'deleteAccount'>

/** The call for an intention about a loan; chooses the loan and the acting side. */
function inConversation(
  { loans }: Model,
  plan: Intention & { what: InConversation },
  call: Omit<Call, 'kind'>,
  first: Call | undefined,
): Call | null {
  const { what, who, which, step, from, length } = plan
  const met = first && loans.find(({ id }) => id === first.loan)
  const rivals = met && (which % 2 === 0 ? [met] : loans.filter((loan) => isRival(loan, met)))
  const candidates = rivals ?? fittingLoans(loans, plan)
  const loan = at(candidates, which)
  if (!loan?.id) return null
  const last = loan.events.at(-1)
  const sides = LOAN_SIDES.filter(
    (side) => loan[side] !== null && (what !== 'fitting' || stepsOf(loan, side).length > 0),
  )
  const side = sides.find((each) => what === 'undo' && each === last?.side) ?? at(sides, who)
  if (!side) return null
  const steps = what === 'any' ? LOAN_STEPS : oftenForward(stepsOf(loan, side))
  const kind = what === 'any' || what === 'fitting' ? at(steps, step) : what
  if (!kind) return null
  const isFetched = kind === 'sayFetched' || kind === 'noteLoan'
  const days: Call['days'] = isFetched ? [dayAhead(-length), dayAhead(from)] : call.days
  const until = kind === 'agreeDays' ? loan.asked_return_by : null
  return {
    ...call,
    kind,
    // Sometimes chooses a person who does not belong to the loan.
    person: who === 0 ? call.person : (loan[side] ?? ''),
    loan: loan.id,
    last_event_id: (plan.isStale ? loan.events[0] : last)?.id ?? null,
    days: [days[0], until ?? days[1]],
  }
}

/** A possible outcome of some calls: their answers and the resulting model. */
interface Outcome {
  answers: Answer[]
  model: Model
}

/** The outcome of calls in the given order; answers in the order of `calls`. */
function outcomeOf(model: Model, calls: Call[], order = calls): Outcome {
  const after = structuredClone(model)
  const answers = new Map(order.map((call) => [call, carryOut(after, call)]))
  return { answers: calls.map((call) => answers.get(call) ?? ''), model: after }
}

/** The response was lost because the server was killed. */
const LOST: Answer = 'lost'

/** Outcomes of a repeated call: it is carried out once, and with a request id both answers are equal. */
function outcomesOfRepeated(model: Model, call: Call): Outcome[] {
  const once = outcomeOf(model, [call])
  const [answer = ''] = once.answers
  const hasId = call.kind !== 'thank' && call.kind !== 'deleteAccount'
  const again = hasId ? answer : carryOut(structuredClone(once.model), call)
  const pairs = [
    [answer, again],
    [again, answer],
    [LOST, again],
    [LOST, answer],
  ]
  return pairs.map((answers) => ({ answers, model: once.model }))
}

/** Copies the database ids of new transactions and events to the model. */
function nameAsIn(rows: Loan[], { loans }: Model): void {
  const named = new Set(loans.map(({ id }) => id))
  for (const loan of loans) {
    const isNew = ({ id, messages, lender }: Loan) =>
      !named.has(id) && messages[0] === loan.messages[0] && lender === loan.lender
    const row = rows.find((each) => (loan.id === null ? isNew(each) : each.id === loan.id))
    if (!row) continue
    loan.id = row.id
    named.add(row.id)
    for (const [i, event] of loan.events.entries()) event.id ??= row.events[i]?.id ?? null
  }
}

/**
 * Sorts in the order of the database. The model keeps its own order, so that repeated commands choose the same loans.
 */
const sorted = (loans: Loan[]) =>
  loans.toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1))

const THANKED = { borrower: 'lender', lender: 'borrower' } as const

/** A loan as the API shows it to one side. */
function viewOf(loan: Loan, side: LoanSide) {
  const { item, borrower, lender, wanted, events, messages, thanks } = loan
  const { id, status, dates_by, return_by, days_asked_by, asked_return_by, closed } = loan
  const isUndecided = loan.status === 'requested' || loan.status === 'expired'
  const daysOf = ([wanted_from, wanted_until]: Call['days']) => ({ wanted_from, wanted_until })
  const thanksOf = (text: string | undefined) => (text === undefined ? null : { text })
  return {
    id,
    status,
    closed,
    dates_by,
    return_by,
    days_asked_by,
    asked_return_by,
    item_id: item,
    borrower_id: borrower,
    renter_id: lender,
    ...daysOf(wanted),
    in_words: isUndecided ? loan.in_words : null,
    events: events.map(({ wanted: days, ...event }) => ({ ...event, ...daysOf(days) })),
    messages: messages.map((text) => ({ text })),
    thanks: { own: thanksOf(thanks[side]), theirs: thanksOf(thanks[THANKED[side]]) },
  }
}

/** Checks that both sides see the loan as in the model, and that other people see nothing. */
async function checkShown(model: Model, id: string, neighbourhood: Neighbourhood): Promise<void> {
  const loan = model.loans.find((each) => each.id === id)
  if (!loan) return
  for (const side of LOAN_SIDES) {
    const person = loan[side]
    if (person) expect(await neighbourhood.shownTo(person, id)).toMatchObject(viewOf(loan, side))
  }
  const other = model.members.find((person) => sideOf(loan, person) === null)
  if (other) expect(await neighbourhood.shownTo(other, id)).toBeUndefined()
}

/** The server is killed at most this long after a call; most responses are faster. */
const KILLED_WITHIN_MS = 25

/** One call or two, which the server must carry out like the model. */
class Act implements fc.AsyncCommand<Model, Neighbourhood> {
  #done = ''

  constructor(
    private readonly sending: Sending,
    private readonly plan: Intention,
    private readonly second: Intention,
  ) {}

  check(model: Readonly<Model>): boolean {
    return callOf(model, this.plan) !== null
  }

  async run(model: Model, neighbourhood: Neighbourhood): Promise<void> {
    const call = callOf(model, this.plan)
    if (!call) return
    const calls = this.sending === 'together' ? [call, ...this.#beside(model, call)] : [call]
    this.#done = `${this.sending}: ${calls.map(inWords).join(' and ')}`
    const isRepeated = this.sending === 'twice' || this.sending === 'killed'
    const outcomes = isRepeated
      ? outcomesOfRepeated(model, call)
      : [calls, calls.toReversed()].map((order) => outcomeOf(model, calls, order))
    const answers =
      this.sending === 'killed'
        ? await this.#sendAndKill(call, neighbourhood)
        : await Promise.all(
            (isRepeated ? [call, call] : calls).map((each) => neighbourhood.send(each)),
          )
    const loans = await neighbourhood.loansOf(model.people)
    for (const outcome of outcomes) nameAsIn(loans, outcome.model)
    const outcome = outcomes.find((each) =>
      isDeepStrictEqual([each.answers, sorted(each.model.loans)], [answers, loans]),
    )
    if (outcome) Object.assign(model, outcome.model)
    else expect({ answers, loans }, this.#done).toEqual(expectedOf(outcomes))
    for (const { loan } of calls) await checkShown(model, loan, neighbourhood)
  }

  /** What another person does at the same moment. While an account is deleted, nothing else happens. */
  #beside(model: Model, call: Call): Call[] {
    const beside = callOf(model, this.second, call)
    const isLeaving = [call.kind, beside?.kind].includes('deleteAccount')
    return beside && !(isLeaving && beside.person === call.person) ? [beside] : []
  }

  async #sendAndKill(call: Call, neighbourhood: Neighbourhood): Promise<Answer[]> {
    const sent = neighbourhood.send(call).catch(() => LOST)
    await neighbourhood.restart(this.plan.step % KILLED_WITHIN_MS)
    return [await sent, await neighbourhood.send(call)]
  }

  /** Description in a counterexample. */
  toString(): string {
    return this.#done
  }
}

const inWords = ({ kind, person, loan }: Call) =>
  [kind, 'by', person.slice(-4), loan && `of ${loan.slice(-4)}`].join(' ').trimEnd()

const expectedOf = ([first]: Outcome[]) =>
  first && { answers: first.answers, loans: sorted(first.model.loans) }

const act = (sending: fc.Arbitrary<Sending>): fc.Arbitrary<Act> =>
  fc.tuple(sending, intention, intention).map(([how, plan, second]) => new Act(how, plan, second))

const inAnyWay = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Sending>('alone') },
  { weight: 4, arbitrary: fc.constant<Sending>('together') },
  { weight: 1, arbitrary: fc.constant<Sending>('twice') },
)

/** Up to this many commands, then one during which the server is killed, then as many again. */
export const history = (most: number) => {
  const commands = fc.commands([act(inAnyWay)], { maxCommands: most, size: 'max' })
  // Without bias: otherwise half of the first histories would be short and use the same few choices.
  return fc.noBias(fc.tuple(commands, act(fc.constant<Sending>('killed')), commands))
}

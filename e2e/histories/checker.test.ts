import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOAN_STEPS } from '#features/lending/conversations/transactions/loan-steps.ts'
import { checkHistory } from './checker.ts'
import { actsOf, type Call, type CallKind, type Entry, type History, type Row } from './history.ts'
import {
  begin,
  type Change,
  type Loan,
  lentElsewhere,
  promisedElsewhere,
  takeStep,
} from './model.ts'

const NOON = Date.parse('2026-11-25T11:00:00Z')
const ITEM = 1

it('puts an act that waited for another one, half written, after that one', () => {
  const gone = (act: string) => ({ act, written: NOON, type: 'gone', transaction: act }) as const
  const acts = actsOf(['one', 'other', 'other', 'one'].map(gone))
  expect(acts.map(({ name, entries }) => [name, entries.length])).toEqual([
    ['other', 2],
    ['one', 2],
  ])
})

/** A history as a server without faults leaves it: one call after the other, each carried out by the model. */
class Story {
  readonly history: History = {
    copies: { [ITEM]: 1 },
    calls: [],
    journal: [],
    read: {},
    delivered: [],
    waiting: [],
  }
  readonly loans = new Map<string, Loan>()
  #now = NOON

  /** @returns the codes of refusals, null where the call was carried out */
  call(kind: CallKind, person: string, transaction: string | null, more: Partial<Call> = {}) {
    const began = this.#now
    this.#now += 100
    const call: Call = {
      id: `${kind}-${this.history.calls.length}`,
      kind,
      person,
      transaction,
      others: [],
      item: ITEM,
      days: {},
      began,
      lastSent: began,
      ended: began + 50,
      tries: 1,
      answer: null,
      ...more,
    }
    this.history.calls.push(call)
    return call
  }

  /** @param besides another request of theirs, which becomes a part of this one */
  ask(
    borrower: string,
    lenders: string[],
    from = '2026-12-01',
    until = '2026-12-03',
    besides: string | null = null,
  ): string[] {
    const kind = lenders.length > 1 || besides ? 'ask' : 'create'
    const days = { wanted_from: from, wanted_until: until }
    const call = this.call(kind, borrower, besides, { others: lenders, days })
    const before = this.loans.get(besides ?? '')?.ask
    for (const loan of before ? [...this.loans.values()] : []) {
      const after = { ...loan, ask: call.id }
      if (loan.ask === before) this.write(call, { after, line: null, takenBack: false, told: [] })
    }
    const ids = lenders.map((lender) => {
      const row: Row = {
        id: `loan-${this.loans.size}`,
        status: 'requested',
        item: ITEM,
        borrower,
        lender,
        ...days,
        dates_by: 'borrower',
        handover_at: null,
        return_by: null,
        days_asked_by: null,
        asked_handover_at: null,
        asked_return_by: null,
        in_words: null,
        lent: null,
        lent_as_agreed: null,
        copy: null,
        ask: kind === 'ask' ? call.id : null,
        closed: false,
      }
      this.write(call, begin(row))
      if (kind === 'create') {
        this.entry(call, { type: 'said', transaction: row.id, request: call.id })
      }
      return row.id
    })
    call.answer = { status: 201, code: null, transactions: ids }
    return ids
  }

  step(
    kind: CallKind,
    person: string,
    transaction: string,
    days: Call['days'] = {},
    read: number | null = null,
  ): string | null {
    const call = this.call(kind, person, transaction, { days, read })
    const loan = this.loans.get(transaction)
    const outcome = loan ? takeStep(loan, call, '2026-11-25') : { refused: 'not_found' }
    if ('refused' in outcome) {
      call.answer = { status: 409, code: outcome.refused, transactions: [] }
      return outcome.refused
    }
    const siblings = [...this.loans.values()].filter(
      ({ id, ask }) => ask !== null && ask === loan?.ask && id !== transaction,
    )
    this.write(call, { ...outcome, after: { ...outcome.after, copy: 0 } })
    for (const sibling of ['accept', 'noteLoan'].includes(kind) ? siblings : []) {
      const change = lentElsewhere(sibling)
      if (change) this.write(call, change)
    }
    call.answer = { status: 200, code: null, transactions: [transaction] }
    return null
  }

  /** The server ends a request by itself, since its days are promised. */
  endHopeless(id: string): void {
    const change = promisedElsewhere(this.loans.get(id) as Loan)
    const call = this.call('accept', 'the server', id)
    this.history.calls.pop()
    if (change) this.write(call, change)
  }

  /** What a change leaves in the database. */
  write(call: Call, { after, line, takenBack, told }: Change): void {
    const { lines: _, ...row } = after
    const { id } = row
    const isAdded = line !== null && !takenBack
    const datedLines = isAdded
      ? [...after.lines.slice(0, -1), { ...line, at: call.began }]
      : after.lines
    this.loans.set(id, { ...after, lines: datedLines })
    this.entry(call, { type: 'row', row })
    const type = takenBack ? 'line_gone' : 'line'
    if (line) {
      this.entry(call, { type, transaction: id, line: { ...line, at: call.began } })
    }
    for (const each of told) {
      const mail = `mail-${this.history.journal.length}`
      this.entry(call, { type: 'told', mail, transaction: id, ...each })
      this.history.delivered.push(mail)
    }
    const known = this.history.read[id]?.lines ?? []
    const lines = takenBack
      ? known.slice(0, -1)
      : [...known, ...(line ? [{ ...line, at: call.began }] : [])]
    this.history.read[id] = { status: row.status, lines }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the parts of a union, each with what is its own.
  entry(call: Call, entry: any): void {
    this.history.journal.push({ act: call.id, written: call.began + 10, ...entry })
  }

  /** The kinds of all problems, each once. */
  problems(): string[] {
    return [...new Set(checkHistory(this.history).map((each) => each.split(':')[0] ?? ''))]
  }
}

/** A loan from the request to the return, with other days in between. */
function lentAndBack(): { story: Story; id: string } {
  const story = new Story()
  const [id = ''] = story.ask('ada', ['ben'])
  const days = { return_by: '2026-12-05' }
  story.step('accept', 'ben', id)
  story.step('changeDays', 'ada', id, days)
  story.step('agreeDays', 'ben', id, days)
  story.step('handOver', 'ada', id)
  story.step('return', 'ben', id)
  return { story, id }
}

describe('a history that the rules explain', () => {
  it('is one of a loan that went well', () => {
    const { story, id } = lentAndBack()
    expect(story.loans.get(id)?.status).toBe('returned')
    expect(checkHistory(story.history)).toEqual([])
  })

  it('is one in which steps are refused and taken back', () => {
    const { story, id } = lentAndBack()
    expect(story.step('return', 'ada', id)).toBe('status_changed')
    expect(story.step('undo', 'ada', id)).toBe('status_changed')
    expect(story.step('undo', 'ben', id)).toBeNull()
    expect(story.step('return', 'ada', id)).toBeNull()
    expect(checkHistory(story.history)).toEqual([])
  })

  it('is one in which somebody else was quicker', () => {
    const story = new Story()
    const [id = ''] = story.ask('ada', ['ben'])
    const read = story.loans.get(id)?.lines.at(-1)?.at
    story.step('accept', 'ben', id)
    expect(story.step('decline', 'ben', id, {}, read)).toBe('already_answered')
    expect(story.step('handOver', 'ada', id, {}, read)).toBeNull()
    expect(checkHistory(story.history)).toEqual([])
  })

  it('is one of a request to several', () => {
    const story = new Story()
    const [one = '', other = ''] = story.ask('ada', ['ben', 'cleo'])
    story.step('accept', 'cleo', other)
    expect(story.step('accept', 'ben', one)).toBe('status_changed')
    expect(checkHistory(story.history)).toEqual([])
  })

  it('is one of a request whose days are promised to somebody else, and which ends by itself', () => {
    const story = new Story()
    const [one = ''] = story.ask('ada', ['ben'])
    const [other = ''] = story.ask('cleo', ['ben'], '2026-12-02', '2026-12-03')
    story.step('accept', 'ben', one)
    story.endHopeless(other)
    expect(story.step('accept', 'ben', other)).toBe('already_answered')
    expect(checkHistory(story.history)).toEqual([])
  })

  it('is whatever the model does', () => {
    const step = fc.record({
      kind: fc.constantFrom<CallKind>(...LOAN_STEPS, 'undo'),
      person: fc.constantFrom('ada', 'ben', 'cleo'),
      loan: fc.nat(2),
      day: fc.integer({ min: 10, max: 28 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const story = new Story()
        story.history.copies[ITEM] = 1
        const loans = [
          ...story.ask('ada', ['ben', 'cleo']),
          ...story.ask('cleo', ['ada'], '2026-12-06', '2026-12-08'),
        ]
        for (const { kind, person, loan, day } of steps) {
          const days = ['propose', 'sayAgreed'].includes(kind)
            ? { wanted_from: `2026-12-${day}` }
            : { return_by: `2026-12-${day}`, since: `2026-11-${day}` }
          story.step(kind, person, loans[loan] ?? '', days)
        }
        expect(checkHistory(story.history)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

/** The call of a kind, and where its entries are. */
function find({ history }: Story, kind: CallKind) {
  const call = history.calls.find((each) => each.kind === kind)
  if (!call) throw new Error(`Nobody did ${kind}`)
  const isOfCall = ({ act }: Entry) => act === call.id
  return { call, isOfCall }
}

describe('a bad history is found out', () => {
  it('a step that was acknowledged, and is nowhere', () => {
    const { story } = lentAndBack()
    const { isOfCall } = find(story, 'return')
    story.history.journal = story.history.journal.filter((entry) => !isOfCall(entry))
    expect(story.problems()).toContain('lost step')
  })

  it('a no that was meant for a request, and ended what was promised by then', () => {
    const story = new Story()
    const [id = ''] = story.ask('ada', ['ben'])
    const read = story.loans.get(id)?.lines.at(-1)?.at ?? null
    story.step('accept', 'ben', id)
    story.step('decline', 'ben', id)
    expect(story.problems()).toEqual([])
    find(story, 'decline').call.read = read
    expect(story.problems()).toEqual(['backwards'])
  })

  it('a step that is not read any more', () => {
    const { story, id } = lentAndBack()
    story.history.read[id]?.lines.splice(2, 1)
    expect(story.problems()).toEqual(['lost step'])
  })

  it('a request that was acknowledged, and is nowhere', () => {
    const story = new Story()
    story.ask('ada', ['ben'])
    story.history.journal = []
    story.history.read = {}
    expect(story.problems()).toEqual(['lost step'])
  })

  it('a request that was sent again, and is there twice', () => {
    const story = new Story()
    const [id = ''] = story.ask('ada', ['ben'])
    const { call } = find(story, 'create')
    const { lines: _, ...row } = story.loans.get(id) as Loan
    story.write(call, begin({ ...row, id: 'again' }))
    expect(story.problems()).toContain('done twice')
  })

  it('a step that was refused, and done all the same', () => {
    const { story } = lentAndBack()
    find(story, 'handOver').call.answer = { status: 409, code: 'status_changed', transactions: [] }
    expect(story.problems()).toContain('lost step')
  })

  it('two loans of one copy that overlap', () => {
    const story = new Story()
    const [one = ''] = story.ask('ada', ['ben'])
    const [other = ''] = story.ask('cleo', ['ben'], '2026-12-03', '2026-12-06')
    story.step('accept', 'ben', one)
    story.step('accept', 'ben', other)
    expect(story.problems()).toEqual(['double loan'])
  })

  it('two loans of one copy that overlap since other days were agreed', () => {
    const story = new Story()
    const [one = ''] = story.ask('ada', ['ben'])
    const [other = ''] = story.ask('cleo', ['ben'], '2026-12-05', '2026-12-06')
    story.step('accept', 'ben', one)
    story.step('accept', 'ben', other)
    expect(story.problems()).toEqual([])
    story.step('changeDays', 'ada', one, { return_by: '2026-12-05' })
    story.step('agreeDays', 'ben', one, { return_by: '2026-12-05' })
    expect(story.problems()).toEqual(['double loan'])
  })

  it('a request that ends by itself, although its days were never promised', () => {
    const story = new Story()
    const [one = ''] = story.ask('ada', ['ben'])
    story.endHopeless(one)
    expect(story.problems()).toEqual(['unexplained'])
  })

  it('a thing in two hands, as one is fetched earlier than agreed', () => {
    const story = new Story()
    const [one = ''] = story.ask('ada', ['ben'])
    const [other = ''] = story.ask('cleo', ['ben'], '2026-11-25', '2026-11-26')
    story.step('accept', 'ben', one)
    story.step('accept', 'ben', other)
    story.step('handOver', 'cleo', other)
    expect(story.problems()).toEqual([])
    const undone = { ...(story.loans.get(other) as Loan) }
    story.step('return', 'cleo', other)
    story.step('handOver', 'ada', one)
    // As if the return of the other one had never been: its days are over, and do not overlap.
    const { call } = find(story, 'return')
    story.history.journal = story.history.journal.filter(({ act }) => act !== call.id)
    story.history.calls = story.history.calls.filter((each) => each !== call)
    story.history.read[other] = {
      ...(story.history.read[other] ?? { lines: [] }),
      status: 'handed_over',
    }
    story.history.read[other]?.lines.pop()
    story.loans.set(other, undone)
    expect(story.problems()).toContain('two hands')
  })

  it('two yeses to one request', () => {
    const story = new Story()
    const [one = '', other = ''] = story.ask('ada', ['ben', 'cleo'])
    const before = { ...(story.loans.get(other) as Loan) }
    story.step('accept', 'ben', one)
    story.loans.set(other, before)
    story.step('accept', 'cleo', other)
    expect(story.problems()).toContain('two yeses')
  })

  it('somebody who is told twice', () => {
    const { story } = lentAndBack()
    const { isOfCall } = find(story, 'accept')
    const told = story.history.journal.find((entry) => isOfCall(entry) && entry.type === 'told')
    if (told?.type !== 'told') throw new Error('Nobody was told')
    const { journal } = story.history
    journal.splice(journal.indexOf(told), 0, { ...told, mail: 'second' })
    story.history.delivered.push('second')
    expect(story.problems()).toEqual(['told twice'])
  })

  it('a mail that came twice', () => {
    const { story } = lentAndBack()
    story.history.delivered.push(story.history.delivered[0] ?? '')
    expect(story.problems()).toEqual(['told twice'])
  })

  it('somebody who is told nothing', () => {
    const { story } = lentAndBack()
    const { isOfCall } = find(story, 'accept')
    story.history.journal = story.history.journal.filter(
      (entry) => !(isOfCall(entry) && entry.type === 'told'),
    )
    expect(story.problems()).toEqual(['told wrongly'])
  })

  it('a mail that was never sent', () => {
    const { story } = lentAndBack()
    story.history.delivered = []
    expect(story.problems()).toEqual(['not told'])
  })

  it('a request that nobody was told of, unless it was answered before its mail left', () => {
    const story = new Story()
    const [id = ''] = story.ask('ada', ['ben'])
    story.history.delivered = []
    expect(story.problems()).toEqual(['not told'])
    story.step('decline', 'ben', id)
    expect(story.problems()).toEqual([])
  })

  it('a history that goes backwards', () => {
    const { story, id } = lentAndBack()
    const { call } = find(story, 'return')
    const loan = story.loans.get(id) as Loan
    const again = story.call('accept', 'ben', id, { answer: call.answer })
    const line = { status: 'accepted', side: 'lender', reason: null, request: again.id } as const
    story.write(again, { after: { ...loan, status: 'accepted' }, line, takenBack: false, told: [] })
    expect(story.problems()).toContain('backwards')
  })

  it('times that do not rise', () => {
    const { story } = lentAndBack()
    const { isOfCall, call } = find(story, 'handOver')
    for (const entry of story.history.journal) {
      if (isOfCall(entry) && entry.type === 'line') entry.line.at = call.began - 500
    }
    expect(story.problems()).toEqual(['backwards'])
  })

  it('a step that was taken after its call was answered', () => {
    const { story } = lentAndBack()
    const { isOfCall } = find(story, 'return')
    for (const entry of story.history.journal) if (isOfCall(entry)) entry.written += 200
    expect(story.problems()).toEqual(['backwards'])
  })

  it('a step that nobody took', () => {
    const { story } = lentAndBack()
    const { call } = find(story, 'return')
    story.history.calls = story.history.calls.filter((each) => each !== call)
    expect(story.problems()).toEqual(['unexplained'])
  })

  it('a refusal at which nothing stood in the way', () => {
    const { story, id } = lentAndBack()
    const call = story.call('undo', 'ben', id)
    call.answer = { status: 409, code: 'status_changed', transactions: [] }
    expect(story.problems()).toEqual(['refused without reason'])
  })

  it('a refusal for another reason than the one there is, unless others were asked besides', () => {
    const refused = (isAskedBesides: boolean) => {
      const story = new Story()
      const [id = '', other = ''] = story.ask('ada', ['ben', 'cleo'])
      story.step('decline', 'ben', id)
      const call = story.call('accept', 'ben', id)
      call.answer = { status: 409, code: 'status_changed', transactions: [] }
      call.ended += 200
      if (isAskedBesides) story.ask('ada', ['dora'], '2026-12-01', '2026-12-03', other)
      return story.problems()
    }
    expect(refused(false)).toEqual(['refused without reason'])
    expect(refused(true)).toEqual([])
  })

  it('an answer that the server should never give', () => {
    const { story, id } = lentAndBack()
    const call = story.call('return', 'ben', id)
    call.answer = { status: 500, code: 'internal', transactions: [] }
    expect(story.problems()).toEqual(['refused without reason'])
  })

  it('a conversation that goes on over a block', () => {
    const story = new Story()
    story.ask('ada', ['ben'])
    story.call('block', 'ben', null, {
      others: ['ada'],
      answer: { status: 204, code: null, transactions: [] },
    })
    expect(story.problems()).toEqual(['lost step'])
  })
})

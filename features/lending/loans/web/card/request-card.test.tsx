import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { outbox } from '#features/lending/conversations/outbox/web/data/outbox.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  keepTransactions,
  useTransaction,
} from '#features/lending/conversations/transactions/web/data/transactions.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testEvent, testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { RequestCard } from './request-card.tsx'

const NOW = new Date(2026, 10, 18, 9)
const user = (id: string) => ({ id, email_confirmed: true }) as User
const saturday = { wanted_from: '2026-11-21', wanted_until: '2026-11-22' } as const

const NO_LIST: Transaction[] = []

function Shown({ as }: { as: string }) {
  const { transaction } = useTransaction('t', NO_LIST)
  if (!transaction) return null
  const otherName = as === 'ada' ? 'Ben' : 'Ada'
  return (
    <RequestCard
      transaction={transaction}
      otherName={otherName}
      writerOf={({ own, author_id }) => (own && author_id === 'mia' ? 'Mia' : null)}
      user={user(as)}
      ownId={as}
      deleted={(as === 'ada' ? transaction.renter : transaction.borrower) === null}
      ownScreen={false}
    />
  )
}

type Answer = { status?: number; body?: unknown }

async function show(
  as: 'ada' | 'ben',
  fields: Partial<Transaction>,
  calls: Record<string, (body: unknown) => Answer> = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const api = answeringFetch({
    'GET /transactions': () => ({ body: [testTransaction(fields)] }),
    ...calls,
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(<Shown as={as} />)
  await screen.findByRole('region', { name: 'Request' })
  return { api, press: userEvent.setup() }
}

const buttons = () =>
  screen
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Less')
const steps = (userId: string) => outbox.all(userId).map((entry) => 'step' in entry && entry)

afterEach(() => {
  vi.useRealTimers()
  writeToken(null)
  vi.unstubAllGlobals()
  for (const user of ['ada', 'ben']) {
    for (const { request_id } of outbox.all(user)) outbox.remove(request_id)
  }
})

describe('the question about the hand-over', () => {
  const asked = {
    status: 'accepted',
    fetching: { agreed_on: '2026-11-14', asked_from: '2026-11-17' },
  } as const
  const QUESTION = 'Saturday 14 November was agreed. Did Ada fetch it?'

  it('has two buttons, and a yes concerns the agreed day', async () => {
    const { press } = await show('ben', asked)
    expect(screen.getByText(QUESTION)).toBeVisible()
    expect(screen.getByText('Fetched?')).toBeVisible()
    expect(buttons().slice(0, 3)).toEqual(['Yes, fetched', 'No', 'Other days'])
    outbox.hold(true)
    await press.click(screen.getByRole('button', { name: 'Yes, fetched' }))
    expect(steps('ben')).toMatchObject([{ step: 'handOver', body: { day: '2026-11-14' } }])
    outbox.hold(false)
  })

  it('can be answered with no in one tap, also by the borrower', async () => {
    const { press } = await show('ada', asked)
    expect(screen.getByText('Saturday 14 November was agreed. Did you fetch it?')).toBeVisible()
    outbox.hold(true)
    await press.click(screen.getByRole('button', { name: 'No' }))
    expect(steps('ada')).toMatchObject([{ step: 'notFetched' }])
    outbox.hold(false)
  })

  it('is not shown before its day or without the server’s data', async () => {
    const later = { agreed_on: '2026-11-17', asked_from: '2026-11-20' }
    for (const fetching of [later, undefined as never]) {
      const { press } = await show('ben', { ...asked, fetching })
      expect(buttons()).not.toContain('No')
      outbox.hold(true)
      await press.click(screen.getByRole('button', { name: 'Handed over' }))
      expect(steps('ben')).toMatchObject([{ step: 'handOver', body: {} }])
      for (const { request_id } of outbox.all('ben')) outbox.remove(request_id)
      outbox.hold(false)
      cleanup()
    }
  })

  it('is replaced by “Not fetched” after the loan ended that way', async () => {
    const ended = testEvent({ status: 'expired', side: null, by_id: null, reason: 'not_fetched' })
    await show('ben', { status: 'expired', events: [ended] })
    expect(screen.getByText('Not fetched')).toBeVisible()
  })
})

describe('a request with the lender’s words', () => {
  const written = { ...saturday, written_at: '2026-11-18T08:00:00.000Z', answered: true }

  it('is answered below the words, without a second set of buttons', async () => {
    await show('ben', written)
    expect(buttons()).not.toContain('Yes, gladly')
    cleanup()
    await show('ben', saturday)
    expect(buttons()).toContain('Yes, gladly')
  })

  it('shows the borrower that there is no yes yet', async () => {
    await show('ada', written)
    expect(screen.getByText('Has written, no yes yet')).toBeVisible()
    expect(screen.getByText('Ben has written, but has not said yes yet.')).toBeVisible()
  })
})

describe('days promised to another borrower', () => {
  const taken = { 'GET /transactions/takenBesides': () => ({ body: [SPAN] }) }
  const SPAN = { from: '2026-11-22', until: '2026-11-24' }
  const WORDS = 'Already promised to somebody: Sunday 22 November – Tuesday.'

  it('are shown above the lender’s buttons until the request is decided', async () => {
    await show('ben', saturday, taken)
    expect(await screen.findByText(WORDS)).toBeVisible()
    cleanup()
    const { api } = await show('ben', { ...saturday, status: 'accepted' }, taken)
    expect(screen.queryByText(WORDS)).toBeNull()
    expect(api.calls.map(({ name }) => name)).not.toContain('GET /transactions/takenBesides')
  })

  it('are shown to a borrower who waits or can accept other days', async () => {
    await show('ada', { ...saturday, dates_by: 'lender' }, taken)
    expect(await screen.findByText(WORDS)).toBeVisible()
    cleanup()
    await show('ada', saturday, taken)
    expect(await screen.findByText(WORDS)).toBeVisible()
    cleanup()
    const { api } = await show('ada', {}, taken)
    expect(api.calls.map(({ name }) => name)).not.toContain('GET /transactions/takenBesides')
  })
})

describe('days that another borrower asked for', () => {
  const outlook = {
    'GET /transactions/outlook': () => ({
      body: {
        ends_at: null,
        answers: null,
        asker: null,
        answered_besides: 2,
        wanted_besides: [{ from: '2026-11-23', until: '2026-11-26' }],
      },
    }),
  }
  const WORDS = 'Somebody else has asked for it from Monday 23 November.'
  const out = { status: 'handed_over', return_by: '2026-11-22' } as const

  it('are shown to the lender who can agree', async () => {
    const asks = { ...out, days_asked_by: 'borrower', asked_return_by: '2026-11-24' } as const
    await show('ben', asks, outlook)
    expect(await screen.findByText(WORDS)).toBeVisible()
  })

  it('are shown to the borrower as soon as such a day is chosen', async () => {
    const { press } = await show('ada', out, outlook)
    await press.click(screen.getByRole('button', { name: 'Keep it longer' }))
    expect(await screen.findByText(WORDS)).toBeVisible()
  })

  it('are shown with the number of requests answered automatically', async () => {
    await show('ben', { ...out, status: 'accepted' }, outlook)
    expect(
      await screen.findByText('We have kindly answered 2 other requests for these days for you.'),
    ).toBeVisible()
  })
})

describe('undo', () => {
  const minutesAgo = (minutes: number) =>
    new Date(NOW.getTime() - minutes * MINUTE_MS).toISOString()
  const back = (minutes: number, side: 'borrower' | 'lender') => ({
    status: 'returned' as const,
    events: [
      testEvent(),
      testEvent({ id: 'h', status: 'handed_over', at: minutesAgo(60), side: 'lender' }),
      testEvent({ id: 'r', status: 'returned', at: minutesAgo(minutes), side }),
    ],
  })
  const UNDO = 'Undo: not back yet'

  it('takes back a step that was pressed by mistake', async () => {
    const undone = testTransaction({ ...back(9, 'lender'), status: 'handed_over' })
    const { api, press } = await show('ben', back(9, 'lender'), {
      'POST /transactions/undo': () => ({
        body: {
          ...undone,
          events: undone.events.slice(0, 2),
          updated_at: '2026-11-21T10:00:00.000Z',
        },
      }),
    })
    await press.click(screen.getByRole('button', { name: UNDO }))
    await screen.findByRole('button', { name: 'It is back' })
    expect(screen.getByRole('region', { name: 'Request' })).toHaveFocus()
    const undoCalls = api.calls.filter(({ name }) => name === 'POST /transactions/undo')
    expect(undoCalls.map(({ body }) => body)).toEqual([
      { transaction_id: 't', request_id: expect.any(String), last_event_id: 'r' },
    ])
  })

  it('shows why it is no longer possible and reloads the transaction', async () => {
    const { api, press } = await show('ben', back(9, 'lender'), {
      'POST /transactions/undo': () => ({
        status: 409,
        body: { code: 'already_lent', message: '' },
      }),
    })
    await press.click(screen.getByRole('button', { name: UNDO }))
    expect(await screen.findByRole('alert')).toBeVisible()
    await waitFor(() =>
      expect(api.calls.filter(({ name }) => name === 'GET /transactions').length).toBeGreaterThan(
        1,
      ),
    )
  })

  it.each([
    ['ten minutes later', back(11, 'lender')],
    ['to the other side', back(9, 'borrower')],
    [
      'once somebody has said thank you',
      {
        ...back(9, 'lender'),
        thanks: {
          own: null,
          theirs: { text: null, shown: false, hidden: false, created_at: minutesAgo(1) },
        },
      },
    ],
  ])('is not offered %s', async (_when, fields) => {
    await show('ben', fields)
    expect(screen.queryByRole('button', { name: UNDO })).toBeNull()
  })
})

describe('RequestCard', () => {
  it.each([
    ['ben', {}, ['Yes, gladly', 'No', 'Another day', 'It was picked up already']],
    [
      'ada',
      {},
      ['Another day', 'No longer needed', 'We have agreed in words', 'I have picked it up already'],
    ],
    [
      'ada',
      { dates_by: 'lender' },
      [
        'That suits me',
        'Another day',
        'No longer needed',
        'We have agreed in words',
        'I have picked it up already',
      ],
    ],
    ['ben', { status: 'expired' }, ['Yes after all', 'It was picked up already']],
    ['ada', { status: 'expired' }, ['We have agreed in words', 'I have picked it up already']],
    [
      'ben',
      { in_words: 'agreed', ...saturday },
      ['Yes, that’s right', 'No', 'Another day', 'It was picked up already'],
    ],
    ['ada', { in_words: 'agreed' }, ['No longer needed', 'I have picked it up already']],
    ['ben', { in_words: 'fetched', ...saturday }, ['Yes, that’s right', 'No']],
    ['ada', { in_words: 'fetched' }, ['No longer needed']],
    ['ben', { status: 'accepted' }, ['Handed over', 'Other days', 'Not after all']],
    ['ada', { status: 'accepted' }, ['I have it', 'Other days', 'Not after all']],
    ['ben', { status: 'handed_over' }, ['It is back', 'Back sooner']],
    ['ada', { status: 'handed_over' }, ['Brought back', 'Keep it longer']],
    [
      'ben',
      { status: 'handed_over', days_asked_by: 'borrower', asked_return_by: '2026-11-24' },
      ['Yes, that suits me', 'Keep the old days', 'It is back', 'Another day'],
    ],
    [
      'ada',
      { status: 'handed_over', days_asked_by: 'borrower', asked_return_by: '2026-11-24' },
      ['Brought back', 'No other days after all'],
    ],
    ['ada', { status: 'returned' }, ['Thank Ben']],
    ['ben', { status: 'declined' }, []],
    ['ben', { status: 'accepted', closed: true }, []],
  ] as const)('shows %s with %j the buttons %j', async (as, fields, expected) => {
    await show(as, fields)
    expect(buttons()).toEqual(expected)
  })

  it.each([
    ['ben', { status: 'handed_over', borrower: null }, ['It is back']],
    ['ada', { status: 'handed_over', renter: null }, ['Brought back']],
    ['ben', { status: 'expired', borrower: null }, []],
  ] as const)(
    'shows %s, after the other side has left, with %j the buttons %j',
    async (as, fields, expected) => {
      await show(as, fields)
      expect(buttons()).toEqual(expected)
    },
  )

  it('offers other letterboxes after the lender has left', async () => {
    const events = [testEvent({ status: 'withdrawn', side: null, reason: 'left' })]
    await show(
      'ada',
      { status: 'withdrawn', renter: null, events },
      { 'GET /transactions/alternatives': () => ({ body: [] }) },
    )
    expect(await screen.findByText(/Nobody else nearby lends this/)).toBeVisible()
  })

  it('shows the item, the borrower, the days and the state', async () => {
    await show('ben', {
      ...saturday,
      asked_several: 3,
      line: '3 m, needs <b>two</b> people',
    })
    const card = screen.getByRole('region', { name: 'Request' })
    expect(card).toHaveTextContent('Ladder')
    expect(card).toHaveTextContent('3 m, needs <b>two</b> people')
    expect(card).toHaveTextContent('Ada asks you')
    expect(card).toHaveTextContent('Saturday 21 November – Sunday')
    expect(card).toHaveTextContent('Waiting for you')
    expect(card).toHaveTextContent('2 others were asked as well')
  })

  it.each([
    [{ is_new: true }, ['New here']],
    [
      { within: 500, since: '2026-03', brought_back: 4, punctuality: 'always' },
      [
        'Within 500 m of you',
        'Here since March 2026',
        'Has borrowed 4 times and always brought it back in time',
      ],
    ],
    [
      { since: '2025-10', brought_back: 1 },
      ['Here since October 2025', 'Has borrowed once and brought it back'],
    ],
  ])('shows the lender who asks: %j', async (asker, expected) => {
    const nothing = { is_new: false, since: null, within: null, brought_back: 0, punctuality: null }
    await show(
      'ben',
      {},
      {
        'GET /transactions/outlook': () => ({
          body: { ends_at: null, answers: null, asker: { ...nothing, ...asker } },
        }),
      },
    )
    await screen.findByText(expected[0] ?? '')
    const lines = within(screen.getByRole('list', { name: 'Who asks' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual(expected)
  })

  it('shows the borrower the answer band and the end of the request', async () => {
    // The last day is the one before that midnight.
    const ends_at = new Date(2026, 10, 22).toISOString()
    await show(
      'ada',
      {},
      {
        'GET /transactions/outlook': () => ({ body: { ends_at, answers: 'day', asker: null } }),
        'GET /transactions/alternatives': () => ({ body: [] }),
      },
    )
    expect(await screen.findByText('Usually answers within a day')).toBeVisible()
    expect(
      screen.getByText('Without an answer the request ends on Saturday 21 November.'),
    ).toBeVisible()
  })

  it('sends a yes with one press in the dialog, on the wanted day and without an hour', async () => {
    const { press } = await show('ben', saturday)
    await press.click(screen.getByRole('button', { name: 'Yes, gladly' }))
    const confirm = await screen.findByRole('button', { name: 'Yes, I lend it' })
    expect(screen.getByLabelText('Pick-up on')).toHaveValue('2026-11-21')
    expect(screen.getByLabelText(/^At/)).toHaveValue('')
    expect(screen.getByLabelText(/Back by/)).toHaveValue('2026-11-22')
    await press.dblClick(confirm)
    expect(steps('ben')).toMatchObject([
      {
        step: 'accept',
        body: {
          handover_at: null,
          handover_day: '2026-11-21',
          return_by: '2026-11-22',
          text: null,
        },
      },
    ])
  })

  it('asks for two more days with one press in the dialog', async () => {
    const { press } = await show('ada', { status: 'handed_over', return_by: '2026-11-20' })
    await press.click(screen.getByRole('button', { name: 'Keep it longer' }))
    expect(await screen.findByRole('dialog', { name: 'Keep it longer?' })).toBeVisible()
    expect(screen.getByLabelText('2 days more')).toBeChecked()
    expect(screen.getByText(/Until Ben agrees, this stands: back by Friday 20 Nov/)).toBeVisible()
    await press.dblClick(screen.getByRole('button', { name: 'Ask' }))
    expect(steps('ada')).toMatchObject([
      { step: 'changeDays', body: { handover_at: null, return_by: '2026-11-22', text: null } },
    ])
  })

  it('refuses to ask for the agreed days or for past days', async () => {
    const { press } = await show('ben', { status: 'handed_over', return_by: '2026-11-20' })
    await press.click(screen.getByRole('button', { name: 'Back sooner' }))
    const field = await screen.findByLabelText(/Back by/)
    expect(field).toHaveValue('2026-11-18')
    for (const [day, complaint] of [
      ['2026-11-20', 'These are the days that stand already.'],
      ['2026-11-17', /from today on/],
    ] as const) {
      await press.clear(field)
      await press.type(field, day)
      await press.click(screen.getByRole('button', { name: 'Ask' }))
      expect(screen.getByText(complaint)).toBeVisible()
    }
    expect(steps('ben')).toEqual([])
  })

  it('moves a promise and sends only what has changed', async () => {
    const handover_at = new Date(2026, 10, 21, 10, 30).toISOString()
    const { press } = await show('ben', {
      status: 'accepted',
      handover_at,
      return_by: '2026-11-22',
    })
    await press.click(screen.getByRole('button', { name: 'Other days' }))
    const time = await screen.findByLabelText('At')
    expect(time).toHaveValue('10:30')
    await press.clear(time)
    await press.type(time, '17:00')
    await press.click(screen.getByRole('button', { name: 'Ask' }))
    const moved = new Date(2026, 10, 21, 17).toISOString()
    expect(steps('ben')).toMatchObject([
      { step: 'changeDays', body: { handover_at: moved, return_by: null } },
    ])
  })

  it('agrees to the shown days with one press', async () => {
    const { press } = await show('ben', {
      status: 'handed_over',
      return_by: '2026-11-20',
      days_asked_by: 'borrower',
      asked_return_by: '2026-11-24',
    })
    const card = screen.getByRole('region', { name: 'Request' })
    expect(card).toHaveTextContent('Ada asks: back by Tuesday 24 November')
    expect(card).toHaveTextContent('Waiting for you')
    await press.click(screen.getByRole('button', { name: 'Yes, that suits me' }))
    expect(steps('ben')).toMatchObject([
      { step: 'agreeDays', body: { handover_at: null, return_by: '2026-11-24' } },
    ])
  })

  describe('an agreement in words', () => {
    it('is reported by the borrower with the wanted days filled in', async () => {
      const { press } = await show('ada', saturday)
      await press.click(screen.getByRole('button', { name: 'We have agreed in words' }))
      await press.click(await screen.findByRole('button', { name: 'That is what we agreed' }))
      expect(steps('ada')).toMatchObject([{ step: 'sayAgreed', body: saturday }])
    })

    it('is announced once it is saved, although the request still waits', async () => {
      await show('ada', saturday)
      expect(screen.getAllByRole('status')[0]).toBeEmptyDOMElement()
      act(() => keepTransactions([testTransaction({ ...saturday, in_words: 'agreed' })]))
      const news = /^Waiting.*, You say you two have agreed: Saturday/
      await waitFor(() => expect(screen.getAllByRole('status')[0]).toHaveTextContent(news))
    })

    it('is reported only once a day is named', async () => {
      const { press } = await show('ada', { status: 'expired', ...saturday, wanted_until: null })
      await press.click(screen.getByRole('button', { name: 'I have picked it up already' }))
      await press.click(await screen.findByRole('radio', { name: 'Yesterday' }))
      const back = screen.getByLabelText(/Back by/)
      await press.clear(back)
      await press.click(screen.getByRole('button', { name: 'That is right' }))
      expect(screen.getByText(/choose a day from today on/)).toBeVisible()
      expect(steps('ada')).toEqual([])
      await press.type(back, '2026-11-23')
      await press.click(screen.getByRole('button', { name: 'That is right' }))
      const days = { since: '2026-11-17', return_by: '2026-11-23' }
      expect(steps('ada')).toMatchObject([{ step: 'sayFetched', body: days }])
    })

    it('is confirmed by the lender with one press', async () => {
      const { press } = await show('ben', { in_words: 'agreed', ...saturday })
      expect(screen.getByText(/Ada says you two have agreed: Saturday/)).toBeVisible()
      await press.click(screen.getByRole('button', { name: 'Yes, that’s right' }))
      expect(steps('ben')).toMatchObject([{ step: 'accept', body: {} }])
    })

    it('is noted by the lender with one press and the borrower’s days', async () => {
      const days = { wanted_from: '2026-11-14', wanted_until: '2026-11-20' }
      const { press } = await show('ben', { in_words: 'fetched', ...days })
      expect(screen.getByText(/Ada says it was picked up: Saturday 14 November/)).toBeVisible()
      await press.click(screen.getByRole('button', { name: 'Yes, that’s right' }))
      expect(steps('ben')).toMatchObject([
        { step: 'noteLoan', body: { since: '2026-11-14', return_by: '2026-11-20' } },
      ])
    })

    it('needs other days if the reported ones are over', async () => {
      const days = { wanted_from: '2026-11-14', wanted_until: '2026-11-15' }
      const { press } = await show('ben', { status: 'expired', in_words: 'agreed', ...days })
      await press.click(screen.getByRole('button', { name: 'Yes, that’s right' }))
      expect(await screen.findByText(/The days that were wanted are over/)).toBeVisible()
      expect(steps('ben')).toEqual([])
    })

    it('is noted by the lender alone, also without a return day', async () => {
      const { press } = await show('ben', saturday)
      await press.click(screen.getByRole('button', { name: 'It was picked up already' }))
      const back = await screen.findByLabelText(/Back by/)
      await press.clear(back)
      await press.click(screen.getByRole('button', { name: 'Note it' }))
      const days = { since: '2026-11-18', return_by: null }
      expect(steps('ben')).toMatchObject([{ step: 'noteLoan', body: days }])
    })

    it('can be undone by the borrower a moment later', async () => {
      const at = new Date(NOW.getTime() - MINUTE_MS).toISOString()
      const said = testEvent({ id: 'said', at, reason: 'agreed_in_words' })
      const { api, press } = await show(
        'ada',
        { in_words: 'agreed', ...saturday, events: [testEvent(), said] },
        { 'POST /transactions/undo': () => ({ body: testTransaction(saturday) }) },
      )
      await press.click(screen.getByRole('button', { name: 'Undo: that was wrong' }))
      expect(api.calls.map(({ name }) => name)).toContain('POST /transactions/undo')
    })
  })

  it('sends a step once when it is pressed twice', async () => {
    const { press } = await show('ada', { dates_by: 'lender', ...saturday })
    await press.dblClick(screen.getByRole('button', { name: 'That suits me' }))
    expect(steps('ada')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'No longer needed' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('asks before it withdraws a request', async () => {
    const { press } = await show('ada', { status: 'accepted' })
    await press.click(screen.getByRole('button', { name: 'Not after all' }))
    expect(await screen.findByText(/Ben has said yes/)).toBeVisible()
    expect(steps('ada')).toEqual([])
    await press.click(screen.getByRole('button', { name: 'Withdraw the request' }))
    expect(steps('ada')).toMatchObject([{ step: 'withdraw' }])
  })

  it('sends a no with a reason and a sentence', async () => {
    const { press } = await show('ben', {})
    await press.click(screen.getByRole('button', { name: 'No' }))
    await press.click(await screen.findByRole('radio', { name: 'It is broken' }))
    await press.type(screen.getByLabelText(/A word with it/), 'Sorry')
    await press.click(screen.getByRole('button', { name: 'Say no' }))
    expect(steps('ben')).toMatchObject([
      { step: 'decline', body: { reason: 'broken', text: 'Sorry' } },
    ])
  })

  it('proposes other days and asks for a day first', async () => {
    const { press } = await show('ben', saturday)
    await press.click(screen.getByRole('button', { name: 'Another day' }))
    await press.click(await screen.findByRole('button', { name: 'Suggest' }))
    expect(screen.getByText(/choose a day from today on/)).toBeVisible()
    const [sunday] = screen.getAllByRole('button', { name: 'Sunday 22 November' })
    await press.click(sunday as HTMLElement)
    await press.click(screen.getByRole('button', { name: 'Suggest' }))
    expect(steps('ben')).toMatchObject([
      { step: 'propose', body: { wanted_from: '2026-11-22', wanted_until: '2026-11-22' } },
    ])
  })

  it('shows the server’s refusal, and offers another day if the item is promised', async () => {
    const { press } = await show('ben', saturday)
    const id = outbox.add({
      transaction_id: 't',
      from_id: 'ben',
      author_id: 'ben',
      kind: 'step',
      step: 'accept',
      body: {},
    })
    const { ApiError } = await import('#platform/web/data/api-client.ts')
    outbox.refuse(id, new ApiError(409, 'already_lent', ''))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'It is promised to somebody else for that time.',
    )
    const [offer] = screen.getAllByRole('button', { name: 'Another day' })
    if (!offer) throw new Error('Unexpected notice without a way on')
    await press.click(offer)
    expect(await screen.findByRole('button', { name: 'Suggest' })).toBeVisible()
    expect(steps('ben')).toEqual([])
  })

  describe('after another household member was quicker', () => {
    const minuteAgo = new Date(NOW.getTime() - MINUTE_MS).toISOString()
    const asked = testEvent({ id: 'asked' })
    const answered = (status: 'accepted' | 'declined', by_id = 'mia') => ({
      status,
      events: [asked, testEvent({ id: 'answered', status, at: minuteAgo, side: 'lender', by_id })],
      updated_at: minuteAgo,
    })
    async function refuse(step: 'accept' | 'decline', text: string | null) {
      const from = { transaction_id: 't', from_id: 'ben', author_id: 'ben' }
      const content = { kind: 'step', step, body: { text }, last_event_id: 'asked' } as const
      const id = outbox.add({ ...from, ...content })
      const { ApiError } = await import('#platform/web/data/api-client.ts')
      outbox.refuse(id, new ApiError(409, 'already_answered', ''))
    }

    it('shows the new state, its author and time, and the words that were not sent', async () => {
      const { press } = await show('ben', answered('declined'))
      await refuse('accept', 'Ring twice')
      const notice = await screen.findByRole('alert')
      expect(notice).toHaveTextContent(
        '“Yes, gladly” was not sent. Meanwhile: Mia said no (1 minute ago).',
      )
      expect(notice).toHaveTextContent('Your words with it: Ring twice')
      await press.click(screen.getByRole('button', { name: 'Understood' }))
      expect(steps('ben')).toEqual([])
    })

    it('shows no error if the other member gave the same answer', async () => {
      await show('ben', answered('accepted'))
      await refuse('accept', null)
      expect(await screen.findByText('Done already: Mia said yes (1 minute ago).')).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
    })

    it('sends the version that the form was opened with', async () => {
      const { press } = await show('ben', { events: [asked] })
      await press.click(screen.getByRole('button', { name: 'No' }))
      await screen.findByRole('button', { name: 'Say no' })
      act(() => keepTransactions([testTransaction(answered('accepted'))]))
      await press.click(await screen.findByRole('button', { name: 'Take my yes back' }))
      expect(steps('ben')).toMatchObject([{ step: 'decline', last_event_id: 'asked' }])
    })
  })

  it('links to the lent items if a hand-over is refused', async () => {
    await show('ben', { status: 'accepted' })
    const step = { kind: 'step', step: 'handOver', body: {} } as const
    const id = outbox.add({ transaction_id: 't', from_id: 'ben', author_id: 'ben', ...step })
    const { ApiError } = await import('#platform/web/data/api-client.ts')
    outbox.refuse(id, new ApiError(409, 'already_lent', ''))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('promised to somebody else before then, or not noted as back')
    expect(within(alert).getByRole('link', { name: 'What is lent when' })).toHaveAttribute(
      'href',
      '/profile/lent',
    )
  })

  it('holds a step without network, and the user can cancel it', async () => {
    const { press } = await show('ben', { status: 'handed_over' })
    outbox.hold(true)
    await press.click(screen.getByRole('button', { name: 'It is back' }))
    expect(await screen.findByText(/No network: “It is back”/)).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Do not send' }))
    expect(steps('ben')).toEqual([])
    outbox.hold(false)
  })

  it('mentions no reminder if the item is returned on the day of the hand-over', async () => {
    const oneDay = { wanted_from: '2026-11-21', return_by: '2026-11-21' } as const
    await show('ada', { status: 'accepted', ...oneDay })
    expect(screen.getByRole('region', { name: 'Request' })).not.toHaveTextContent('We remind you')
  })

  it('offers other days from the wanted one on', async () => {
    await show('ben', { status: 'requested', ...saturday })
    await userEvent.click(screen.getByRole('button', { name: 'Another day' }))
    // As a chip, and in the weeks below.
    expect(await screen.findAllByRole('button', { name: 'Saturday 21 November' })).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'Sunday 22 November' })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Today' })).toBeNull()
  })

  it('shows the borrower after a yes the place, the time and the note', async () => {
    const spot = {
      address: 'Langstrasse 12',
      address_addition: 'Hof',
      postcode: '8004',
      city: 'Zürich',
      latitude: 47.3,
      longitude: 8.5,
    }
    const fields = { status: 'accepted', spot, handover_note: 'Bring a bag' } as const
    await show('ada', {
      ...fields,
      ...saturday,
      handover_at: new Date(2026, 10, 21, 10).toISOString(),
      return_by: '2026-11-22',
    })
    const card = screen.getByRole('region', { name: 'Request' })
    expect(card).toHaveTextContent('Pick-up: Saturday 21 November, 10:00')
    expect(card).toHaveTextContent('Langstrasse 12, Hof, 8004 Zürich')
    expect(card).toHaveTextContent('Bring a bag')
    expect(card).toHaveTextContent('We remind you the day before')
    expect(screen.getByRole('link', { name: /Directions/ })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/directions?to=47.3,8.5',
    )
    expect(screen.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  })

  it('collapses once the conversation goes on, and remembers the user’s choice', async () => {
    const yes = testEvent({ status: 'accepted', at: '2026-11-20T10:00:00.000Z' })
    const fields: Partial<Transaction> = {
      status: 'accepted',
      events: [yes],
      handover_note: 'Bring a bag',
    }
    const thanks = testMessage({ created_at: '2026-11-20T11:00:00.000Z' })
    const { press } = await show('ada', { ...fields, messages: [thanks] })
    expect(screen.getByText('Bring a bag')).not.toBeVisible()
    await press.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getByText('Bring a bag')).toBeVisible()
    cleanup()
    await show('ada', { ...fields, messages: [thanks] })
    expect(screen.getByText('Bring a bag')).toBeVisible()
  })

  it('offers the next letterboxes after a no and asks three of them for the same', async () => {
    const boxes = [1, 2, 3, 4].map((i) => ({
      id: `box${i}`,
      user_id: `user${i}`,
      address: `Weg ${i}`,
      city: 'Zürich',
      items: [{ id: testTransaction().item.id, available: i !== 2, lent_until: null }],
      distance: i * 100,
    }))
    const created = boxes.slice(0, 3).map(({ id }) => testTransaction({ id }))
    const messages = [testMessage({ from_id: 'ada', to_id: 'ben', text: 'May I?' })]
    const { api, press } = await show(
      'ada',
      { status: 'declined', messages, ...saturday },
      {
        'GET /transactions/alternatives': () => ({ body: boxes }),
        'POST /transactions/ask': () => ({ status: 201, body: created }),
      },
    )
    await press.click(await screen.findByRole('button', { name: 'Ask the next 3' }))
    expect(await screen.findByLabelText('Your message')).toHaveValue('May I?')
    expect(screen.getAllByText('lent right now').length).toBeGreaterThan(0)
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
    await press.click(screen.getByRole('button', { name: 'Ask 3 letterboxes' }))
    await screen.findByText(/on its way to 3 letterboxes/)
    expect(api.calls.find(({ name }) => name.endsWith('/ask'))?.body).toMatchObject({
      renter_ids: ['user1', 'user2', 'user3'],
      item_id: 1,
      text: 'May I?',
      ...saturday,
    })
  })

  it('offers to ask others while the request waits, if there are any', async () => {
    const place = { address: 'Weg 1', city: 'Zürich', distance: 100 }
    const box = { id: 'b', user_id: 'u', items: [], ...place }
    const waiting: Partial<Transaction> = { status: 'requested', dates_by: 'borrower' }
    const { api, press } = await show('ada', waiting, {
      'GET /transactions/alternatives': () => ({ body: [box] }),
      'POST /transactions/ask': () => ({ status: 201, body: [testTransaction({ id: 'new' })] }),
    })
    await press.click(await screen.findByRole('button', { name: 'Ask others, too' }))
    await press.type(await screen.findByLabelText('Your message'), 'And you?')
    await press.click(screen.getByRole('button', { name: 'Send the message' }))
    await screen.findByText(/on its way/)
    expect(api.calls.find(({ name }) => name.endsWith('/ask'))?.body).toMatchObject({
      renter_ids: ['u'],
      besides: 't',
    })
    cleanup()
    const none = await show('ada', waiting, {
      'GET /transactions/alternatives': () => ({ body: [] }),
    })
    await waitFor(() =>
      expect(none.api.calls.some(({ name }) => name.endsWith('/alternatives'))).toBe(true),
    )
    expect(screen.queryByRole('button', { name: 'Ask others, too' })).toBeNull()
    expect(screen.queryByText(/Nobody else/)).toBeNull()
  })

  it('sends thanks after the return, and hides the thanks of the other side', async () => {
    const theirs = { text: 'Lovely ladder', shown: true, hidden: false, created_at: '' }
    const { api, press } = await show(
      'ben',
      { status: 'returned', thanks: { own: null, theirs } },
      {
        'POST /transactions/thank': () => ({
          status: 201,
          body: testTransaction({
            status: 'returned',
            thanks: { own: { ...theirs, text: 'Gladly' }, theirs },
          }),
        }),
        'POST /transactions/hideThanks': () => ({
          body: testTransaction({
            status: 'returned',
            thanks: { own: null, theirs: { ...theirs, hidden: true } },
          }),
        }),
      },
    )
    expect(screen.getByText('Lovely ladder')).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Take it down' }))
    expect(await screen.findByText(/you took it down/)).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Thank Ada' }))
    const words = await screen.findByLabelText(/A thank-you to Ada/)
    expect(words).toHaveFocus()
    await press.type(words, 'Gladly')
    await press.click(screen.getByRole('checkbox', { name: 'Everybody may read it' }))
    await press.click(screen.getByRole('button', { name: 'Say thank you' }))
    expect(await screen.findByText('You thanked Ada')).toBeVisible()
    await waitFor(() =>
      expect(
        api.calls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body),
      ).toEqual([
        { transaction_id: 't', hidden: true },
        { transaction_id: 't', text: 'Gladly', show: true },
      ]),
    )
  })
})

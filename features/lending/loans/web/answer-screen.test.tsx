import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TakenSpan } from '#features/lending/conversations/days/taken-days.ts'
import { outbox } from '#features/lending/conversations/outbox/web/data/outbox.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { AnswerScreen } from './answer-screen.tsx'

async function show(
  fields: Partial<Transaction> | null,
  { as = 'ben', answer = 'accept', taken = [] as TakenSpan[] } = {},
) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: { id: as, email_confirmed: true, lang: 'en' } }),
    'GET /transactions': () => ({ body: fields ? [testTransaction(fields)] : [] }),
    'GET /transactions/takenBesides': () => ({ body: taken }),
    'POST /transactions/markMessagesSeen': () => ({ status: 204, body: null }),
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(<AnswerScreen />, `/profile/inbox/answer?transaction_id=t&answer=${answer}`)
  return { api, press: userEvent.setup() }
}

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
  for (const user of ['ada', 'ben']) {
    for (const { request_id } of outbox.all(user)) outbox.remove(request_id)
  }
})

describe('AnswerScreen', () => {
  it('shows the request and sends nothing until its one button is pressed', async () => {
    const messages = [testMessage({ from_id: 'ada', to_id: 'ben', text: 'May I?' })]
    const { api, press } = await show({ messages })
    expect(await screen.findByRole('heading', { name: 'Lend it to Ada?' })).toBeVisible()
    expect(screen.getByText('May I?')).toBeVisible()
    expect(api.calls.every(({ name }) => name.startsWith('GET'))).toBe(true)
    expect(outbox.all('ben')).toEqual([])
    await press.click(screen.getByRole('button', { name: 'Yes, I lend it' }))
    expect(outbox.all('ben')).toMatchObject([{ step: 'accept', transaction_id: 't' }])
  })

  it.each([
    ['handOver', ['Yes, fetched', 'No'], 'Yes, fetched', { day: '2026-11-14' }],
    ['notFetched', ['No', 'Yes, fetched'], 'No', {}],
  ])(
    'asks about the hand-over with %s first and sends one press',
    async (answer, order, name, body) => {
      const fetching = { agreed_on: '2026-11-14', asked_from: '2026-11-17' }
      const { press } = await show({ status: 'accepted', fetching }, { as: 'ada', answer })
      expect(await screen.findByRole('heading', { name: 'Did it happen?' })).toBeVisible()
      expect(outbox.all('ada')).toEqual([])
      const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
      expect(names).toEqual(order)
      await press.click(screen.getByRole('button', { name }))
      expect(outbox.all('ada')).toMatchObject([{ step: answer, body }])
    },
  )

  it('shows all unanswered messages and marks them as seen with the answer', async () => {
    const fromAda = { from_id: 'ada', to_id: 'ben' }
    const messages = [
      testMessage({ ...fromAda, id: 'm1', text: 'May I?', created_at: '2026-11-01T10:00:00.000Z' }),
      testMessage({
        from_id: 'ben',
        to_id: 'ada',
        id: 'm2',
        text: 'Which day?',
        created_at: '2026-11-01T11:00:00.000Z',
      }),
      testMessage({ ...fromAda, id: 'm3', text: 'Friday', created_at: '2026-11-01T12:00:00.000Z' }),
      testMessage({ ...fromAda, id: 'm4', text: 'At six', created_at: '2026-11-01T12:01:00.000Z' }),
    ]
    const { api, press } = await show({ messages }, { answer: 'decline' })
    await press.click(await screen.findByRole('button', { name: 'Say no' }))
    for (const text of ['May I?', 'Friday', 'At six']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(screen.queryByText('Which day?')).toBeNull()
    await vi.waitFor(() =>
      expect(api.calls.map(({ name }) => name)).toContain('POST /transactions/markMessagesSeen'),
    )
  })

  it('shows the borrower and the day of the yes, and sends no hour if none is named', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) })
    const { press } = await show({ wanted_from: '2026-11-21', wanted_until: '2026-11-22' })
    expect(await screen.findByText('Ada picks it up: Saturday 21 November')).toBeVisible()
    expect(screen.getByText('You arrange the hour by message.')).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Change the time or add a word' }))
    fireEvent.change(screen.getByLabelText('Pick-up on'), { target: { value: '2026-11-22' } })
    await press.click(screen.getByRole('button', { name: 'Yes, I lend it' }))
    const [sent] = outbox.all('ben')
    expect(sent).toMatchObject({ body: { handover_at: null, handover_day: '2026-11-22' } })
    outbox.remove(sent?.request_id ?? '')
    expect(await screen.findByRole('heading', { name: 'You said yes' })).toBeVisible()
    expect(screen.getByText('Ada asks you')).toBeVisible()
    expect(screen.getByText('Saturday 21 November – Sunday')).toBeVisible()
    vi.useRealTimers()
  })

  it('shows until when the item is promised to another borrower', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) })
    const days = { wanted_from: '2026-11-21', wanted_until: '2026-11-22' }
    const taken = [{ from: '2026-11-20', until: '2026-11-22' }]
    const { press } = await show(days, { taken })
    const words = 'Already promised to somebody until Sunday 22 November.'
    expect(await screen.findByText(words)).toBeVisible()
    // The note follows the days that the lender names instead.
    await press.click(screen.getByRole('button', { name: 'Change the time or add a word' }))
    fireEvent.change(screen.getByLabelText('Back by (optional)'), {
      target: { value: '2026-11-24' },
    })
    fireEvent.change(screen.getByLabelText('Pick-up on'), { target: { value: '2026-11-23' } })
    expect(screen.queryByText(words)).toBeNull()
    vi.useRealTimers()
  })

  it.each([
    ['decline', 'Say no'],
    ['propose', 'Suggest'],
  ])('opens with the answer of the link in the mail: %s', async (answer, button) => {
    const { press } = await show({}, { answer })
    expect(await screen.findByRole('button', { name: button })).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Yes, gladly' }))
    expect(screen.getByRole('button', { name: 'Yes, I lend it' })).toBeVisible()
  })

  it('confirms the answer once the server has it', async () => {
    const { press } = await show({}, { answer: 'decline' })
    await press.click(await screen.findByRole('button', { name: 'Say no' }))
    const [sent] = outbox.all('ben')
    if (!sent) throw new Error('Unexpected empty outbox')
    outbox.remove(sent.request_id)
    expect(await screen.findByRole('heading', { name: 'You said no' })).toBeVisible()
  })

  it('offers only a late yes to an expired request', async () => {
    await show({ status: 'expired' }, { answer: 'decline' })
    expect(await screen.findByText(/You can still say yes/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Yes, I lend it' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'No' })).toBeNull()
  })

  it('asks for new days if the wanted ones are over', async () => {
    const wanted = { wanted_from: '2026-01-05', wanted_until: '2026-01-07' }
    const { press } = await show({ status: 'expired', ...wanted })
    expect(await screen.findByText(/The days that were wanted are over/)).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Yes, I lend it' }))
    expect(outbox.all('ben')).toEqual([])
    const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
    await press.type(screen.getByLabelText(/Back by|back by/), day)
    await press.click(screen.getByRole('button', { name: 'Yes, I lend it' }))
    expect(outbox.all('ben')).toMatchObject([{ step: 'accept', body: { return_by: day } }])
  })

  it.each([
    [{ status: 'accepted' }, 'has a yes already'],
    [{ status: 'withdrawn' }, 'no longer needs it'],
    [{ closed: true }, 'has ended'],
  ] as const)('shows why there is nothing to answer: %j', async (fields, sentence) => {
    await show(fields)
    expect(await screen.findByRole('heading', { name: 'Nothing to answer any more' })).toBeVisible()
    expect(screen.getByText(new RegExp(sentence))).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Yes, I lend it' })).toBeNull()
  })

  it('offers another try if the request cannot be loaded', async () => {
    let broken = true
    const api = answeringFetch({
      'GET /users/userinfo': () => ({ body: { id: 'ben', email_confirmed: true, lang: 'en' } }),
      'GET /transactions': () =>
        broken
          ? { status: 500, body: { code: 'internal', message: '' } }
          : { body: [testTransaction()] },
    })
    vi.stubGlobal('fetch', api.fetch)
    writeToken('token')
    await renderInApp(<AnswerScreen />, '/profile/inbox/answer?transaction_id=t&answer=accept')
    const retryButton = await screen.findByRole('button', { name: 'Try again' })
    broken = false
    await userEvent.click(retryButton)
    expect(await screen.findByRole('heading', { name: 'Lend it to Ada?' })).toBeVisible()
  })

  it('asks the borrower whether the lender’s days suit', async () => {
    const dates = { dates_by: 'lender', wanted_from: '2026-11-21' } as const
    const { press } = await show(dates, { as: 'ada' })
    expect(
      await screen.findByRole('heading', { name: 'Does Ben’s suggestion suit you?' }),
    ).toBeVisible()
    expect(screen.getByText('Suggested: Saturday 21 November')).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'That suits me' }))
    expect(outbox.all('ada')).toMatchObject([{ step: 'accept', body: {} }])
  })

  const asked = {
    status: 'handed_over',
    return_by: '2026-11-24',
    days_asked_by: 'borrower',
    asked_return_by: '2026-11-26',
  } as const

  it('asks the lender whether the borrower’s days suit', async () => {
    const { press } = await show(asked, { answer: 'agreeDays' })
    expect(
      await screen.findByRole('heading', { name: 'Ada asks for other days. Do they suit you?' }),
    ).toBeVisible()
    expect(screen.getByText(/Ada asks: back by Thursday 26 November/)).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Yes, that suits me' }))
    expect(outbox.all('ben')).toMatchObject([
      { step: 'agreeDays', body: { return_by: '2026-11-26', handover_at: null } },
    ])
  })

  it('sends a no to other days', async () => {
    const { press } = await show(asked, { answer: 'agreeDays' })
    await press.click(await screen.findByRole('button', { name: 'Keep the old days' }))
    expect(outbox.all('ben')).toMatchObject([{ step: 'keepDays' }])
  })

  it('asks for more days from the reminder with one press', async () => {
    const today = new Date()
    const return_by = new Date(today.getTime() + 2 * DAY_MS).toISOString().slice(0, 10)
    const { press } = await show(
      { status: 'handed_over', return_by },
      { as: 'ada', answer: 'changeDays' },
    )
    expect(await screen.findByRole('heading', { name: 'Keep it longer?' })).toBeVisible()
    await press.click(screen.getByRole('button', { name: 'Ask' }))
    const longer = new Date(Date.parse(return_by) + 2 * DAY_MS).toISOString().slice(0, 10)
    expect(outbox.all('ada')).toMatchObject([{ step: 'changeDays', body: { return_by: longer } }])
  })

  it('says that a foreign request is not here', async () => {
    await show(null)
    expect(await screen.findByRole('heading', { name: 'This request is not here' })).toBeVisible()
  })
})

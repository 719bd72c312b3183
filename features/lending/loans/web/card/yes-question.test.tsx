import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { outbox } from '#features/lending/conversations/outbox/web/data/outbox.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useTransaction } from '#features/lending/conversations/transactions/web/data/transactions.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testEvent, testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { YesQuestion } from './yes-question.tsx'

/** A Wednesday. */
const NOW = new Date(2026, 10, 18, 9)
const WEEKEND = { wanted_from: '2026-11-21', wanted_until: '2026-11-22' } as const
const NO_LIST: Transaction[] = []

function Shown({ as }: { as: 'ada' | 'ben' }) {
  const { transaction } = useTransaction('t', NO_LIST)
  if (!transaction) return null
  return (
    <>
      <YesQuestion
        transaction={transaction}
        user={{ id: as, email_confirmed: true } as User}
        ownId={as}
        otherName="Ada"
      />
      <textarea aria-label="Message" />
    </>
  )
}

/** Ben lends, and wrote this at eight. */
const wrote = (text: string, fields: Partial<Transaction> = {}): Partial<Transaction> => {
  const at = new Date(2026, 10, 18, 8).toISOString()
  const words = testMessage({ id: 'w', text, from_id: 'ben', to_id: 'ada', created_at: at })
  return { ...WEEKEND, messages: [words], written_at: at, answered: true, ...fields }
}

async function show(as: 'ada' | 'ben', fields: Partial<Transaction>) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const api = answeringFetch({
    'GET /transactions': () => ({ body: [testTransaction(fields)] }),
    'GET /transactions/takenBesides': () => ({ body: [] }),
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(<Shown as={as} />)
  await screen.findByRole('textbox', { name: 'Message' })
  return userEvent.setup()
}

const question = (name = 'Is this a yes?') => screen.getByRole('region', { name })
const isAsked = () => screen.queryByRole('region') !== null
const primary = () =>
  within(screen.getByRole('region'))
    .getAllByRole('button')
    .filter(({ dataset }) => dataset.tone === 'primary')
    .map(({ textContent }) => textContent)
const steps = () => outbox.all('ben').map((entry) => 'step' in entry && [entry.step, entry.body])

afterEach(() => {
  vi.useRealTimers()
  writeToken(null)
  vi.unstubAllGlobals()
  for (const { request_id } of outbox.all('ben')) outbox.remove(request_id)
})

describe('"is this a yes?"', () => {
  it('sends a yes with one press, with the day and hour of the words', async () => {
    const press = await show('ben', wrote('Gladly, Saturday from 10'))
    expect(within(question()).getByText(/Saturday 21 November, 10:00/)).toBeVisible()
    await press.click(within(question()).getByRole('button', { name: 'Yes, gladly' }))
    expect(steps()).toMatchObject([
      ['accept', { handover_day: '2026-11-21', return_by: '2026-11-22' }],
    ])
    const [[, body]] = steps() as [[string, { handover_at: string }]]
    expect(new Date(body.handover_at).getHours()).toBe(10)
    await waitFor(() => expect(isAsked()).toBe(false))
  })

  it('sends no hour if none was written', async () => {
    const press = await show('ben', wrote('Gladly!'))
    await press.click(within(question()).getByRole('button', { name: 'Yes, gladly' }))
    expect(steps()).toMatchObject([
      ['accept', { handover_at: null, handover_day: '2026-11-21', return_by: '2026-11-22' }],
    ])
  })

  it('asks for the days if none is known', async () => {
    const press = await show('ben', wrote('Gladly!', { wanted_from: null, wanted_until: null }))
    await press.click(within(question()).getByRole('button', { name: 'Yes, gladly' }))
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(steps()).toEqual([])
  })

  it('sends a no with one press if the words say no', async () => {
    const press = await show('ben', wrote('Sorry, it is broken'))
    await press.click(within(question('Is this a no?')).getByRole('button', { name: 'No' }))
    expect(steps()).toMatchObject([['decline', {}]])
  })

  it('opens the form for a no if the words do not say it', async () => {
    const press = await show('ben', wrote('What do you need it for?'))
    await press.click(within(question()).getByRole('button', { name: 'No' }))
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(steps()).toEqual([])
  })

  it('fills in the day that was written', async () => {
    const press = await show('ben', wrote('Yes, but only on Monday'))
    await press.click(within(question()).getByRole('button', { name: 'Another day' }))
    const dialog = await screen.findByRole('dialog')
    await press.click(within(dialog).getByRole('button', { name: 'Suggest' }))
    expect(steps()).toMatchObject([['propose', { wanted_from: '2026-11-23' }]])
  })

  it('reads all messages since, except automatic replies', async () => {
    const [words] = wrote('Gladly').messages ?? []
    if (!words) throw new Error('Unexpected conversation without words')
    const later = (id: string, text: string, automatic: boolean) =>
      testMessage({ ...words, id, text, automatic, created_at: AT[id] ?? '' })
    const AT: Record<string, string> = {
      note: new Date(2026, 10, 18, 8, 10).toISOString(),
      more: new Date(2026, 10, 18, 8, 20).toISOString(),
    }
    const messages = [
      words,
      later('note', 'No, I am away', true),
      later('more', 'Sunday at 11', false),
    ]
    await show('ben', wrote('', { messages, written_at: AT.more ?? null }))
    expect(within(question()).getByText(/Sunday 22 November, 11:00/)).toBeVisible()
    expect(primary()).toEqual(['Yes, gladly'])
  })

  it.each([
    ['Gladly', ['Yes, gladly']],
    ['What for?', []],
    ['Yes, but only on Monday', ['Another day']],
  ])('highlights the likely answer and sends nothing: %s', async (text, expected) => {
    await show('ben', wrote(text))
    expect(primary()).toEqual(expected)
    expect(steps()).toEqual([])
  })

  it('is announced without moving the focus', async () => {
    const press = await show('ben', wrote('Gladly'))
    await press.click(screen.getByRole('textbox'))
    expect(screen.getByRole('textbox')).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Is this a yes?')
  })

  it.each<[string, 'ada' | 'ben', Partial<Transaction>]>([
    ['the borrower', 'ada', wrote('Gladly')],
    ['a lender who has written nothing', 'ben', WEEKEND],
    ['a lender who said yes', 'ben', { ...wrote('Gladly'), status: 'accepted', written_at: null }],
    ['a closed conversation', 'ben', wrote('Gladly', { closed: true })],
    [
      'words about days that the lender proposed',
      'ben',
      wrote('Does that suit you?', {
        dates_by: 'lender',
        events: [testEvent({ side: 'lender', at: new Date(2026, 10, 18, 7).toISOString() })],
      }),
    ],
    ['a server of the version before', 'ben', wrote('Gladly', { written_at: undefined })],
  ])('is not shown for: %s', async (_name, as, fields) => {
    await show(as, fields)
    expect(isAsked()).toBe(false)
  })

  it('offers only the late yes once the request has expired', async () => {
    await show('ben', wrote('Gladly', { status: 'expired' }))
    const buttons = within(question()).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Yes, gladly'])
  })
})

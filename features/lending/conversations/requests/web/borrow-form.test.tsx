import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TakenSpan } from '#features/lending/conversations/days/taken-days.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'
import { addDays, communityToday } from '#platform/web/data/community-day.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { letterbox, nearbyLender } from './asking.fixtures.ts'
import { BorrowForm } from './borrow-form.tsx'

const ada = testUser({ id: 'ada', privacy: { ...DEFAULT_PRIVACY, enable_messaging: true } })
const nearby = [1, 2, 3, 4, 5, 6].map((i) => nearbyLender(i, i === 1 ? '2026-11-22' : null))
const requestOf = (id: string) => testTransaction({ id })
/** The bodies of the requests that were sent; the other calls look for more lenders. */
const sentBodies = (api: ReturnType<typeof answeringFetch>) =>
  api.calls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)
const here = { available: true, lent_until: null }
const items = [
  {
    id: 1,
    name: 'Ladder',
    image_path: 'ladder.svg',
    line: '3 m, needs <b>two</b> people',
    ...here,
  },
  { id: 2, name: 'Drill', image_path: 'drill.svg', ...here },
]

const NOBODY = { transaction: null, household: false }

async function show(
  itemId: number | null,
  answer: () => { status?: number; body?: unknown },
  borrowed = [testTransaction({ renter_id: 'user9' })],
  taken: TakenSpan[] = [],
  about: Partial<Letterbox> = {},
  standing: { transaction: Transaction | null; household: boolean } = NOBODY,
  days: { from: string; until: string } | null = null,
) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: ada }),
    'POST /transactions/create': answer,
    'GET /transactions/takenDays': () => ({ body: taken }),
    'GET /transactions/standing': () => ({ body: standing }),
    'GET /transactions': () => ({ body: borrowed }),
    'POST /transactions/ask': () => ({ status: 201, body: ['t', 'u'].map(requestOf) }),
    'GET /letterboxes/filterLetterBoxesByStickerId': () => ({
      body: { letterboxes: [letterbox, ...nearby], total: 7 },
    }),
  })
  vi.stubGlobal('fetch', api.fetch)
  const onSent = vi.fn()
  await renderInApp(
    <BorrowForm
      letterbox={{ ...letterbox, ...about }}
      itemId={itemId}
      days={days}
      items={items}
      onSent={onSent}
      onBusy={() => undefined}
    />,
  )
  const user = userEvent.setup()
  if (standing !== NOBODY || days) return { api, onSent, user }
  await user.click(screen.getByRole('button', { name: 'Any day' }))
  return { api, onSent, user }
}

const field = () => screen.getByLabelText('Your message')
const button = () => screen.getByRole('button', { name: 'Send the message' })
const created = () => ({ status: 201, body: requestOf('t') })

afterEach(() => {
  writeToken(null)
  sessionStorage.clear()
  localStorage.removeItem('letterlend.firstNameSaid')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('BorrowForm', () => {
  it('says before the first request, and only then, that the first name is sent as well', async () => {
    const words = /Your first name is sent as well/
    const { onSent, user } = await show(1, created)
    expect(screen.getByText(words)).toBeVisible()
    await user.type(field(), 'Hello')
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1))
    cleanup()
    await show(1, created)
    expect(button()).toBeVisible()
    expect(screen.queryByText(words)).toBeNull()
  })

  it('sends once when the button is pressed twice', async () => {
    const { api, onSent, user } = await show(1, created)
    await user.type(field(), 'Hello')
    await user.dblClick(button())
    await waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith([requestOf('t')]))
    expect(sentBodies(api)).toEqual([
      { renter_id: 'ben', item_id: 1, text: 'Hello', request_id: expect.any(String) },
    ])
    expect(sessionStorage.getItem('letterlend.draft.borrow.box')).toBeNull()
  })

  it('shows the error, keeps the text and repeats the same request', async () => {
    let answers = 0
    const { api, onSent, user } = await show(1, () => {
      answers += 1
      return answers === 1 ? { status: 503, body: { code: 'unavailable' } } : created()
    })
    await user.type(field(), 'Hello')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('not available right now')
    // The warning sign appears only next to errors in the text, and this text is fine.
    for (const hint of screen.getAllByRole('status')) {
      expect(hint.querySelector('svg')).toBeNull()
    }
    expect(field()).toHaveValue('Hello')
    expect(sessionStorage.getItem('letterlend.draft.borrow.box')).toBe('"Hello"')
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    const [first, second] = sentBodies(api)
    expect(second).toEqual(first)
  })

  it('begins with the days for which the map was searched', async () => {
    const days = { from: communityToday(), until: addDays(communityToday(), 1) }
    const { api, user } = await show(1, created, [], [], {}, NOBODY, days)
    await user.type(field(), 'Hello')
    await user.click(button())
    await waitFor(() => expect(sentBodies(api)).toHaveLength(1))
    expect(sentBodies(api)[0]).toMatchObject({ wanted_from: days.from, wanted_until: days.until })
  })

  it('asks for missing fields before it sends anything', async () => {
    const { api, user } = await show(null, created)
    await user.click(button())
    expect(screen.getByText('Please choose an item.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Drill' }))
    // A second press clears the day.
    await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
    await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
    await user.click(button())
    expect(screen.getByText('Please choose a day, or “Any day”.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Today' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Any day' }))
    expect(screen.queryByText(/Please choose a day/)).toBeNull()
    await user.click(button())
    const missing = screen.getByText('Please write a message.')
    expect(missing).toBeVisible()
    expect(missing.querySelector('svg')).not.toBeNull()
    expect(field()).toHaveFocus()
    expect(sentBodies(api)).toEqual([])
    await user.type(field(), 'H')
    expect(screen.queryByText('Please write a message.')).toBeNull()
    expect(field()).not.toHaveAttribute('aria-invalid')
  })

  it('restores the typed text and keeps it when another item is chosen', async () => {
    const first = await show(1, created)
    await first.user.type(field(), 'Hello')
    cleanup()
    const { api, onSent, user } = await show(1, created)
    expect(field()).toHaveValue('Hello')
    await user.type(field(), ' Ben')
    await user.click(screen.getByRole('button', { name: 'Something else' }))
    await user.click(screen.getByRole('radio', { name: 'Drill' }))
    expect(field()).toHaveValue('Hello Ben')
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    expect(sentBodies(api)).toMatchObject([{ item_id: 2, text: 'Hello Ben' }])
  })

  it('keeps the focus on the item list when another item is chosen', async () => {
    const { user } = await show(1, created)
    await user.click(screen.getByRole('button', { name: 'Something else' }))
    expect(screen.getByRole('radio', { name: 'Ladder' })).toHaveFocus()
    await user.click(screen.getByRole('radio', { name: 'Drill' }))
    expect(screen.getByRole('radio', { name: 'Drill' })).toHaveFocus()
  })

  it('marks the text as too long from the 801st character and does not send it', async () => {
    const { api, user } = await show(1, created)
    fireEvent.change(field(), { target: { value: 'a'.repeat(800) } })
    expect(field()).not.toHaveAttribute('aria-invalid')
    await user.type(field(), 'b')
    expect(field()).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByText(/801 of 800/)).toBeVisible()
    await user.click(button())
    expect(field()).toHaveFocus()
    expect(sentBodies(api)).toEqual([])
  })

  it('adds a phrase to the text with one tap', async () => {
    const { user } = await show(1, created)
    await user.type(field(), 'Hello')
    await user.click(screen.getByRole('button', { name: 'Pick-up' }))
    expect(field()).toHaveValue('Hello\nWhen would it suit you for me to pick it up?')
  })

  it('offers days first and accepts “Any day” as the answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) })
    const { api, onSent, user } = await show(1, created)
    const days = within(screen.getByRole('group', { name: 'When would you need it?' }))
    const chips = days.getAllByRole('button').filter(({ dataset }) => !dataset.day)
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Tomorrow',
      'This weekend',
      'Any day',
      'Later days',
    ])
    const any = days.getByRole('button', { name: 'Any day' })
    expect(any).toHaveAttribute('aria-pressed', 'true')
    await user.click(days.getByRole('button', { name: 'Today' }))
    expect(any).toHaveAttribute('aria-pressed', 'false')
    await user.click(any)
    await user.type(field(), 'Hello')
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    expect(sentBodies(api)).toEqual([
      { renter_id: 'ben', item_id: 1, text: 'Hello', request_id: expect.any(String) },
    ])
  })

  it('sets the days with a chip and clears them when the chip is pressed again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) })
    const { api, onSent, user } = await show(1, created)
    await user.type(field(), 'Hello')
    const weekend = screen.getByRole('button', { name: 'This weekend' })
    await user.click(weekend)
    expect(screen.getByText('Saturday 21 November – Sunday')).toBeVisible()
    await user.click(weekend)
    expect(screen.queryByText('Saturday 21 November – Sunday')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    expect(sentBodies(api)).toMatchObject([
      { wanted_from: '2026-11-19', wanted_until: '2026-11-19' },
    ])
  })

  it('takes the first press on a later day as the first day and the second as the last day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 29, 9) })
    const { api, onSent, user } = await show(1, created)
    // It is a Sunday: weeks with only past days are not shown.
    expect(screen.queryByRole('button', { name: 'Saturday 28 November' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Next weekend' }))
    expect(screen.getByText('Saturday 5 December – Sunday')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Saturday 5 December' }))
    expect(screen.getByText('Saturday 5 December')).toBeVisible()
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    expect(screen.getByRole('button', { name: 'Friday 11 December' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByText('Saturday 5 December – Friday')).toBeVisible()
    await user.type(field(), 'Hello')
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    expect(sentBodies(api)).toMatchObject([
      { wanted_from: '2026-12-05', wanted_until: '2026-12-11' },
    ])
  })

  it('shows a refusal of the days next to them and moves the focus there', async () => {
    const errors = { wanted_from: ['errors.validation.date'] }
    const refused = () => ({ status: 422, body: { code: 'validation', errors } })
    const { user } = await show(1, refused)
    await user.click(screen.getByRole('button', { name: 'Today' }))
    await user.type(field(), 'Hello')
    await user.click(button())
    expect(await screen.findByText(/choose a day from today on/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Today' })).toHaveFocus()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
    expect(screen.queryByText(/choose a day from today on/)).toBeNull()
  })

  it('asks up to five letterboxes at once, none of which is checked beforehand', async () => {
    writeToken('token')
    const { api, onSent, user } = await show(1, created)
    await user.type(field(), 'Hello')
    await user.click(await screen.findByRole('button', { name: /6 more nearby lend this/ }))
    const others = screen.getAllByRole('checkbox')
    for (const other of others) expect(other).not.toBeChecked()
    for (const other of others) await user.click(other)
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(4)
    expect(screen.getByRole('checkbox', { name: /Weg 6/ })).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('button', { name: 'Ask 5 letterboxes' }))
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    expect(sentBodies(api)).toMatchObject([
      { renter_ids: ['ben', 'user1', 'user2', 'user3', 'user4'], item_id: 1, text: 'Hello' },
    ])
  })

  it('opens the list of other lenders by itself if the letterbox has not answered lately', async () => {
    writeToken('token')
    const { user } = await show(1, created, undefined, [], { silent: true })
    expect(await screen.findByRole('checkbox', { name: /Weg 1/ })).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: /more nearby lend this/ }))
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('leaves out lenders already asked, shows answer bands and scrolls the list into view', async () => {
    writeToken('token')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const other = testTransaction().item
    const { user } = await show(1, created, [
      testTransaction({ renter_id: 'user2' }),
      testTransaction({ renter_id: 'user3', item: { ...other, id: 2 } }),
    ])
    await user.click(await screen.findByRole('button', { name: /5 more/ }))
    expect(screen.queryByRole('checkbox', { name: /Weg 2/ })).toBeNull()
    expect(screen.getByRole('checkbox', { name: /Weg 3/ })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /Weg 1.*within a day/i })).toBeVisible()
    expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' })
  })

  it('shows the owner’s line for the chosen item, and the lines of other letterboxes', async () => {
    const line = '3 m, needs <b>two</b> people'
    writeToken('token')
    const { user } = await show(1, created, [])
    expect(screen.getByText(line)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /more/ }))
    expect(screen.getByRole('checkbox', { name: /Weg 4.*Line 4/ })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Something else' }))
    await user.click(screen.getByRole('radio', { name: 'Drill' }))
    expect(screen.queryByText(line)).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Ladder' }))
    expect(screen.getByText(line)).toBeVisible()
  })

  it('marks promised days and still lets the borrower ask for them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) })
    writeToken('token')
    const taken = [{ from: '2026-11-21', until: '2026-11-24' }]
    const { api, onSent, user } = await show(1, created, [], taken)
    await user.click(await screen.findByRole('button', { name: 'This weekend , already promised' }))
    const said = screen.getByText(/Already promised/)
    expect(said).toHaveTextContent(
      'Already promised to somebody until Tuesday 24 November. You can ask all the same.',
    )
    expect(said.closest('[role=status]')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
    expect(screen.queryByText(/Already promised/)).toBeNull()
    const first = await screen.findByRole('button', { name: 'Friday 20 November' })
    const second = screen.getByRole('button', { name: 'Saturday 21 November, already promised' })
    expect(screen.getByText('Struck through: already promised to somebody')).toBeVisible()
    await user.click(first)
    await user.click(second)
    expect(screen.getByText(/Already promised/)).toHaveTextContent(
      'Already promised to somebody: Saturday 21 November – Tuesday.',
    )
    await user.type(field(), 'Hello')
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    expect(sentBodies(api)).toMatchObject([
      { wanted_from: '2026-11-20', wanted_until: '2026-11-21' },
    ])
  })

  it.each([
    [{ status: 'requested' }, /You asked for this here on .*\d/, ['Other days', 'Withdraw']],
    [
      { status: 'accepted', wanted_from: '2026-11-21', wanted_until: null },
      'This is promised to you already: Saturday 21 November.',
      ['Other days', 'Withdraw'],
    ],
    [{ status: 'accepted', wanted_from: null }, /promised to you here/, ['Other days', 'Withdraw']],
    [
      { status: 'handed_over', return_by: '2026-11-18' },
      'You still have this. It was due back on Wednesday 18 November.',
      ['Keep it longer'],
    ],
    [
      { status: 'handed_over', return_by: '2026-11-20' },
      'You have this until Friday 20 November.',
      ['Keep it longer'],
    ],
    [{ status: 'handed_over', return_by: null }, /at the moment/, ['Keep it longer']],
  ] as const)(
    'shows the standing request instead of a second form: %j',
    async (state, words, ways) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T10:00:00Z') })
      writeToken('token')
      const transaction = { ...testTransaction({ id: 't' }), ...state }
      await show(1, created, [], [], {}, { transaction, household: false })
      expect(await screen.findByText(words)).toBeVisible()
      expect(screen.queryByLabelText('Your message')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Send the message' })).toBeNull()
      const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
      expect(links).toEqual([...ways, 'To the conversation'])
      const step = state.status === 'requested' ? 'propose' : 'changeDays'
      expect(screen.getByRole('link', { name: ways[0] })).toHaveAttribute(
        'href',
        `/profile/inbox?transaction_id=t&step=${step}`,
      )
    },
  )

  it('says only that the household has asked, without a link', async () => {
    writeToken('token')
    await show(1, created, [], [], {}, { transaction: null, household: true })
    expect(await screen.findByText(/Your household has asked for this here/)).toBeVisible()
    expect(screen.queryByLabelText('Your message')).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says beforehand that a letterbox is hard to reach', async () => {
    writeToken('token')
    await show(1, created, [], [], { hard_to_reach: true })
    expect(screen.getByText(/E-mails to this letterbox do not arrive/)).toBeVisible()
  })

  it('shows until when another letterbox has lent the item', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) })
    writeToken('token')
    const { user } = await show(1, created)
    await user.click(await screen.findByRole('button', { name: /6 more/ }))
    expect(screen.getByRole('checkbox', { name: /Weg 1.*lent until Sunday/ })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /Weg 2/ })).not.toHaveAccessibleName(/lent/)
  })

  it('says when the limit of a new account lifts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) })
    const answer = { status: 429, body: { code: 'rate_limited' }, retryAfter: 86_400 }
    const { user } = await show(1, () => answer)
    await user.type(field(), 'Hello')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You can ask again from Thursday 19 November, 09:00.',
    )
  })
})

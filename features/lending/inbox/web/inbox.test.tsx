import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useOutboxDelivery } from '#features/lending/conversations/outbox/web/data/outbox-delivery.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { logIn } from '#features/people/accounts/web/data/session.ts'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { Inbox } from './inbox.tsx'
import { useInboxFilter } from './use-inbox-filter.ts'

const ada: User = testUser({ id: 'ada', privacy: { ...DEFAULT_PRIVACY, enable_messaging: true } })

const transaction = testTransaction({
  renter: {
    id: 'ben',
    firstname: 'Ben',
    address: 'Langstrasse 12',
    city: 'Zürich',
    letterbox: null,
  },
  messages: [testMessage({ text: 'See <b>www.example.org</b><br>Bye' })],
  has_new_message: true,
  unread: 1,
})

/** Rendered with the properties that its screen and the layout pass. */
function InboxOfAda({ selectedId }: { selectedId: string | null }) {
  const filtering = useInboxFilter()
  useOutboxDelivery('ada')
  const title = <h1>Inbox</h1>
  return (
    <Inbox user={ada} narrow={false} selectedId={selectedId} filtering={filtering} title={title} />
  )
}

async function show(
  transactions: Transaction[],
  selectedId: string | null,
  sendMessage: (body: unknown) => { status?: number; body?: unknown } = () => ({ status: 404 }),
  people: { id: string; firstname: string }[] = [],
) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: ada }),
    'GET /transactions': () => ({ body: transactions }),
    'GET /transactions/getNumberOfWaitingTransactions': () => ({ body: { count: 3 } }),
    'POST /transactions/archive': () => ({ status: 204 }),
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
    'POST /transactions/sendMessage': sendMessage,
    'GET /household': () => ({ body: { role: 'owner', people, invitations: [] } }),
  })
  const fetched = vi.fn(api.fetch)
  vi.stubGlobal('fetch', fetched)
  await startEnglish()
  await logIn('adas')
  await renderInApp(<InboxOfAda selectedId={selectedId} />)
  const seenCalls = () => api.calls.filter(({ name }) => name.endsWith('markMessagesSeen'))
  const bodies = (call: string) =>
    api.calls.filter(({ name }) => name.endsWith(`/${call}`)).map(({ body }) => body)
  /** The queries with which the list was loaded, each without its path. */
  const listCalls = () =>
    fetched.mock.calls.map(([url]) => String(url).split('/transactions?')[1] ?? '')
  return { seenCalls, bodies, listCalls, user: userEvent.setup() }
}

afterEach(() => {
  writeToken(null)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('Inbox', () => {
  it('shows the lender’s words in the list while the request is undecided', async () => {
    const words = testMessage({ id: 'w', text: 'Gladly', created_at: '2026-11-20T11:00:00.000Z' })
    const own = { from_id: 'ada', to_id: 'ben', created_at: '2026-11-20T12:00:00.000Z' }
    const thanks = testMessage({ id: 'x', text: 'Thank you', ...own })
    const messages = [{ ...words, from_id: 'ben', to_id: 'ada' }, thanks]
    await show([{ ...transaction, messages, written_at: words.created_at }], null)
    const row = await screen.findByRole('link', { name: /Ben/ })
    expect(row).toHaveTextContent('Gladly')
    expect(row).toHaveTextContent('Has written, no yes yet')
  })

  it('shows a thank-you in the list until a newer message follows', async () => {
    const theirs = {
      text: 'A <b>great</b> ladder',
      shown: false,
      hidden: false,
      created_at: '2026-11-21T10:00:00.000Z',
    }
    const later = testMessage({ text: 'See you', created_at: '2026-11-22T10:00:00.000Z' })
    const thanked = { ...transaction, thanks: { own: null, theirs } }
    await show([thanked, { ...thanked, id: 'u', messages: [later] }], null)
    expect(await screen.findByText('Thank you: A <b>great</b> ladder')).toBeVisible()
    expect(screen.getByText('See you')).toBeVisible()
  })

  it('shows what to do while there are no conversations', async () => {
    await show([], null)
    expect(await screen.findByText('No conversations yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Find something to borrow' })).toBeVisible()
  })

  it('lists the other side and the new messages without marking them as seen', async () => {
    const { seenCalls } = await show([transaction], null)
    const row = await screen.findByRole('link', { name: /Ben/ })
    expect(row).toHaveTextContent('Langstrasse 12')
    expect(row).toHaveTextContent('1 new message')
    expect(seenCalls()).toEqual([])
  })

  it('shows who asks whom, the state of the loan and muted conversations', async () => {
    const requestToAda = testTransaction({
      id: 'u',
      borrower_id: 'carl',
      borrower: { id: 'carl', firstname: 'Carl', address: null, city: null, letterbox: null },
      renter_id: 'ada',
      status: 'accepted',
      muted: true,
    })
    await show([transaction, requestToAda], null)
    expect(await screen.findByRole('link', { name: /Ben/ })).toHaveTextContent(
      /You asked for: Ladder.*Waiting for an answer/,
    )
    expect(screen.getByRole('link', { name: /Carl/ })).toHaveTextContent(
      /Muted.*Asks you for: Ladder.*Agreed/,
    )
  })

  it('filters the list on the server and says when a filter finds nothing', async () => {
    const { listCalls, user } = await show([transaction], null)
    await user.click(await screen.findByRole('button', { name: 'Lending' }))
    expect(await screen.findByText('Nobody has asked you for anything yet')).toBeVisible()
    await user.type(screen.getByRole('searchbox'), 'saw')
    await waitFor(() => expect(listCalls()).toContain('role=lend&search=saw'))
    expect(await screen.findByText('Nothing found for “saw”')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all conversations' }))
    expect(await screen.findByRole('link', { name: /Ben/ })).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('marks archived conversations in search results', async () => {
    const renter = { id: 'eva', firstname: 'Eva', address: null, city: null, letterbox: null }
    const archived = { ...transaction, id: 'u', renter_id: 'eva', renter, archived: true }
    const { user } = await show([transaction, archived], null)
    expect(await screen.findByRole('link', { name: /Ben/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /Eva/ })).toBeNull()
    await user.type(screen.getByRole('searchbox'), 'ladder')
    expect(await screen.findByRole('link', { name: /Eva/ })).toHaveTextContent('Archived')
    expect(screen.getByRole('link', { name: /Ben/ })).not.toHaveTextContent('Archived')
  })

  it('shows and counts what waits for the reader', async () => {
    const requestToAda = testTransaction({
      id: 'u',
      borrower_id: 'carl',
      borrower: { id: 'carl', firstname: 'Carl', address: null, city: null, letterbox: null },
      renter_id: 'ada',
    })
    const agreed = { ...transaction, status: 'accepted', has_new_message: false } as const
    const { listCalls, user } = await show([agreed, requestToAda], null)
    const chip = await screen.findByRole('button', { name: 'Waiting for you 3' })
    expect(screen.getByRole('link', { name: /Ben/ })).toBeVisible()
    await user.click(chip)
    expect(chip).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() => expect(listCalls()).toContain('state=waiting'))
    expect(screen.getByRole('link', { name: /Carl/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /Ben/ })).toBeNull()
  })

  it('archives a conversation', async () => {
    const { user, bodies } = await show([transaction], 't')
    await user.click(await screen.findByRole('button', { name: 'More about this conversation' }))
    await user.click(screen.getByRole('button', { name: 'Archive' }))
    await waitFor(() =>
      expect(bodies('archive')).toEqual([{ transaction_id: 't', archived: true }]),
    )
    expect(screen.queryByRole('link', { name: /Ben/ })).toBeNull()
  })

  it('shows no composer in a closed conversation', async () => {
    await show([{ ...transaction, closed: true }], 't')
    expect(await screen.findByText(/This conversation is closed/)).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('shows a message as plain text and marks it seen once', async () => {
    const { seenCalls } = await show([transaction], 't')
    await screen.findByRole('heading', { name: 'Ben' })
    const [bubble] = screen.getAllByText(/www\.example\.org/).slice(-1)
    expect(bubble?.textContent).toBe('See <b>www.example.org</b>\nBye')
    expect(bubble?.closest('a') ?? bubble?.querySelector('a')).toBeNull()
    await waitFor(() => expect(seenCalls()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('1 new message')).toBeNull())
  })

  it('keeps a message that could not be sent and sends it again under the same id', async () => {
    const bodies: unknown[] = []
    const { user } = await show([transaction], 't', (body) => {
      bodies.push(body)
      return bodies.length === 1
        ? { status: 429, body: { code: 'rate_limited' } }
        : {
            status: 201,
            body: testMessage({ id: 'm2', text: 'Thanks', from_id: 'ada', to_id: 'ben' }),
          }
    })
    await user.type(await screen.findByRole('textbox'), 'Thanks')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Not sent')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
    expect(screen.getByText('Thanks', { selector: 'p' })).toBeVisible()
    expect(bodies[1]).toEqual(bodies[0])
  })

  it('marks a conversation in view as seen every so often, while the page is visible', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { seenCalls } = await show([{ ...transaction, has_new_message: false }], 't')
    await screen.findByRole('heading', { name: 'Ben' })
    await waitFor(() => expect(seenCalls()).toHaveLength(1))
    const visible = vi.spyOn(document, 'visibilityState', 'get')
    visible.mockReturnValue('hidden')
    vi.advanceTimersByTime(MINUTE_MS)
    expect(seenCalls()).toHaveLength(1)
    visible.mockReturnValue('visible')
    vi.advanceTimersByTime(MINUTE_MS)
    await waitFor(() => expect(seenCalls().length).toBeGreaterThan(1))
  })

  it('names the authors of the own household and no author of the other side', async () => {
    const [firstMessage] = transaction.messages
    if (!firstMessage) throw new Error('Unexpected empty conversation')
    const messageOf = (text: string, from_id: string, author_id: string | null) => ({
      ...firstMessage,
      id: text,
      text,
      from_id,
      author_id,
    })
    const messages = [
      messageOf('May I?', 'carl', 'carl'),
      messageOf('Yes', 'ada', 'mia'),
      messageOf('At six', 'ada', 'gone'),
      messageOf('Or seven', 'ada', 'ada'),
    ]
    const sides = { borrower_id: 'carl', renter_id: 'ada', has_new_message: false }
    await show([{ ...transaction, ...sides, messages }], 't', undefined, [
      { id: 'ada', firstname: 'Ada' },
      { id: 'mia', firstname: 'Mia' },
    ])
    const bubbles = await screen.findAllByText(/May I|Yes|At six|Or seven/, { selector: 'li p' })
    await screen.findByText('Mia')
    expect(bubbles.map((bubble) => bubble.previousElementSibling?.textContent)).toEqual([
      'Ada: ',
      'Mia',
      'Somebody of your household',
      'You: ',
    ])
  })

  it('shows no composer for a deleted account', async () => {
    await show([{ ...transaction, renter_id: null, renter: null }], 't')
    expect(await screen.findByRole('heading', { name: 'Deleted user' })).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

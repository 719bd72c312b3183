import type { User } from '@letterlend/contract/accounts.ts'
import type { Transaction } from '@letterlend/contract/transactions.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { Inbox } from './inbox.tsx'

const ada = { id: 'ada', email_confirmed: true, privacy: { enable_messaging: true } } as User

const transaction = {
  id: 't',
  status: 'open',
  item: { id: 1, image_path: 'ladder.svg', name_en: 'Ladder' },
  borrower_id: 'ada',
  renter_id: 'ben',
  borrower: { id: 'ada', firstname: 'Ada', address: null, city: null, letterbox: null },
  renter: {
    id: 'ben',
    firstname: 'Ben',
    address: 'Langstrasse 12',
    city: 'Zürich',
    letterbox: null,
  },
  messages: [
    {
      id: 'm',
      text: 'See <b>www.example.org</b><br>Bye',
      from_id: 'ben',
      to_id: 'ada',
      created_at: '2026-11-21T10:00:00.000Z',
      seen: false,
    },
  ],
  has_new_message: true,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
} as unknown as Transaction

async function show(
  transactions: Transaction[],
  selectedId: string | null,
  sendMessage: (body: unknown) => { status?: number; body?: unknown } = () => ({ status: 404 }),
  people: { id: string; firstname: string }[] = [],
) {
  const api = answeringFetch({
    'GET /transactions': () => ({ body: transactions }),
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
    'POST /transactions/sendMessage': sendMessage,
    'GET /household': () => ({ body: { role: 'owner', people, invitations: [] } }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <Inbox user={ada} selectedId={selectedId} narrow={false} title={<h1>Inbox</h1>} />,
  )
  const seenCalls = () => api.calls.filter(({ name }) => name.endsWith('markMessagesSeen'))
  return { seenCalls, user: userEvent.setup() }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('Inbox', () => {
  it('says what to do while there is nothing', async () => {
    await show([], null)
    expect(await screen.findByText('No conversations yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Find something to borrow' })).toBeVisible()
  })

  it('lists who wrote what, and marks nothing seen that was not opened', async () => {
    const { seenCalls } = await show([transaction], null)
    const row = await screen.findByRole('link', { name: /Ben/ })
    expect(row).toHaveTextContent('Langstrasse 12')
    expect(row).toHaveTextContent('New message')
    expect(seenCalls()).toEqual([])
  })

  it('shows a message as plain text and marks it seen once', async () => {
    const { seenCalls } = await show([transaction], 't')
    await screen.findByRole('heading', { name: 'Ben' })
    const [bubble] = screen.getAllByText(/www\.example\.org/).slice(-1)
    expect(bubble?.textContent).toBe('See <b>www.example.org</b>\nBye')
    expect(bubble?.closest('a') ?? bubble?.querySelector('a')).toBeNull()
    await waitFor(() => expect(seenCalls()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('New message')).toBeNull())
  })

  it('keeps a message that could not be sent, and sends it again under the same id', async () => {
    const bodies: unknown[] = []
    const { user } = await show([transaction], 't', (body) => {
      bodies.push(body)
      return bodies.length === 1
        ? { status: 503, body: { code: 'unavailable' } }
        : {
            status: 201,
            body: {
              id: 'm2',
              text: 'Thanks',
              from_id: 'ada',
              to_id: 'ben',
              created_at: '2026-11-21T10:05:00.000Z',
              seen: false,
            },
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

  it('says now and then that a conversation is in view, so that nobody is mailed who looks at it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { seenCalls } = await show([{ ...transaction, has_new_message: false }], 't')
    await screen.findByRole('heading', { name: 'Ben' })
    await waitFor(() => expect(seenCalls()).toHaveLength(1))
    const visible = vi.spyOn(document, 'visibilityState', 'get')
    visible.mockReturnValue('hidden')
    vi.advanceTimersByTime(60_000)
    expect(seenCalls()).toHaveLength(1)
    visible.mockReturnValue('visible')
    vi.advanceTimersByTime(60_000)
    await waitFor(() => expect(seenCalls().length).toBeGreaterThan(1))
  })

  it('names who else of the household wrote, and nobody of the other side', async () => {
    const [asked] = transaction.messages
    if (!asked) throw new Error('Unexpected empty conversation')
    const written = (text: string, from_id: string, author_id: string | null) => ({
      ...asked,
      id: text,
      text,
      from_id,
      author_id,
    })
    const messages = [
      written('May I?', 'carl', 'carl'),
      written('Yes', 'ada', 'mia'),
      written('At six', 'ada', 'gone'),
      written('Or seven', 'ada', 'ada'),
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

  it('cannot write to a deleted account', async () => {
    await show([{ ...transaction, renter_id: null, renter: null }], 't')
    expect(await screen.findByRole('heading', { name: 'Deleted user' })).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

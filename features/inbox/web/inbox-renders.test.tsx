import { act, fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { User } from '#features/accounts/contract.ts'
import { logIn } from '#features/accounts/web/data/session.ts'
import { DEFAULT_PRIVACY } from '#features/privacy/contract.ts'
import type { Transaction } from '#features/transactions/contract.ts'
import {
  keepTransactions,
  TRANSACTIONS_KEY,
  withMessage,
} from '#features/transactions/web/data/door.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { countListeners } from '#platform/web/testing/listeners.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { InboxOf } from './inbox.fixtures.tsx'

// Counted instead of measured: on a slow phone a hundred rows that are made anew for a letter take longer than
// the key is down, and no busy machine changes their number.

const rendered = vi.hoisted(() => ({ rows: [] as string[], bubbles: [] as string[] }))

vi.mock('./transaction-row.tsx', async (importActual) => {
  const { memo } = await import('react')
  const { TransactionRow } = await importActual<typeof import('./transaction-row.tsx')>()
  return {
    TransactionRow: memo((props: ComponentProps<typeof TransactionRow>) => {
      rendered.rows.push(props.transaction.id)
      return <TransactionRow {...props} />
    }),
  }
})

vi.mock('./messages/message-bubble.tsx', async (importActual) => {
  const { memo } = await import('react')
  const { MessageBubble } = await importActual<typeof import('./messages/message-bubble.tsx')>()
  return {
    MessageBubble: memo((props: ComponentProps<typeof MessageBubble>) => {
      rendered.bubbles.push(props.row.key)
      return <MessageBubble {...props} />
    }),
  }
})

const ada: User = testUser({ id: 'ada', privacy: { ...DEFAULT_PRIVACY, enable_messaging: true } })

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()

const messages = Array.from({ length: 8 }, (_, i) =>
  testMessage({ id: `m${i}`, text: `Text ${i}`, created_at: at(i), seen: true }),
)

const transactions: Transaction[] = ['t', 'u', 'v', 'w'].map((id, i) =>
  testTransaction({ id, messages, answered: true, updated_at: at(30 - i) }),
)

beforeEach(async () => {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: ada }),
    'GET /transactions': () => ({ body: transactions }),
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await startEnglish()
  await logIn('adas')
  await renderInApp(<InboxOf user={ada} />, '/profile/inbox?transaction_id=t')
  await screen.findByRole('textbox')
  await screen.findAllByRole('link', { name: /Ben/ })
  forgetCounts()
})

afterEach(() => {
  writeToken(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function forgetCounts(): void {
  rendered.rows.length = 0
  rendered.bubbles.length = 0
}

it('renders no row and no message for a letter that is typed', () => {
  const field = screen.getByRole('textbox')
  for (const value of ['G', 'Ge', 'Ger', 'Gern']) fireEvent.change(field, { target: { value } })
  expect(field).toHaveValue('Gern')
  expect(rendered).toEqual({ rows: [], bubbles: [] })
  const search = screen.getByRole('searchbox')
  for (const value of ['L', 'Le']) fireEvent.change(search, { target: { value } })
  expect(rendered).toEqual({ rows: [], bubbles: [] })
})

it('renders the row of its conversation, and the bubble above it, for a message that arrives', async () => {
  const message = testMessage({ id: 'new', text: 'See you', created_at: at(40) })
  act(() => {
    queryClient.setQueryData<Transaction[]>(
      TRANSACTIONS_KEY,
      (loaded) => loaded && (withMessage(loaded, 't', message, 'ada') ?? loaded),
    )
  })
  expect(await screen.findAllByText('See you')).not.toHaveLength(0)
  expect([...new Set(rendered.rows)]).toEqual(['t'])
  expect(rendered.bubbles.filter((id) => id !== 'new' && id !== 'm7')).toEqual([])
})

it('renders no message anew where older ones come above them', async () => {
  const older = Array.from({ length: 5 }, (_, i) =>
    testMessage({ id: `o${i}`, text: `Older ${i}`, created_at: at(-60 + i), seen: true }),
  )
  const answer = transactions.slice(0, 1).map((each) => ({ ...each, messages: older }))
  act(() => keepTransactions(answer))
  expect(await screen.findByText('Older 0')).toBeInTheDocument()
  expect(rendered.bubbles.filter((id) => id.startsWith('m'))).toEqual([])
})

it('leaves no listener behind with a conversation that was left', async () => {
  const counts = countListeners()
  const rows = await screen.findAllByRole('link', { name: /Ben/ })
  for (const row of [...rows, ...rows]) {
    fireEvent.click(row)
    await vi.waitFor(() => expect(row).toHaveAttribute('aria-current', 'true'))
  }
  expect(counts.added).toBeGreaterThan(0)
  expect(counts.added - counts.removed).toBe(0)
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  keepTransactions,
  useKnownTransactions,
} from '#features/lending/conversations/transactions/web/data/transactions.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { Toasts } from '#platform/web/ui/feedback/toasts.tsx'
import { MessagePanel } from '../messages/message-panel.tsx'

const ada: User = testUser({ id: 'ada' })
const requested = testTransaction({
  messages: [
    testMessage({ id: 'own', text: 'May I?', from_id: 'ada', to_id: 'ben', author_id: 'ada' }),
    testMessage({ id: 'first', text: 'Send me money', warnings: ['money'] }),
    testMessage({ id: 'last', text: 'Now!', created_at: '2026-11-21T10:01:00.000Z' }),
  ],
})
const BLOCKED = {
  user_id: 'ben',
  name: 'Ben',
  letterbox_id: null,
  blocked_at: '2026-11-21T10:00:00.000Z',
}

function Panel() {
  const [transaction] = useKnownTransactions() ?? []
  if (!transaction) return null
  return <MessagePanel transaction={transaction} user={ada} list="/profile/inbox" alone />
}

async function show(
  transaction: Transaction,
  { report = () => ({ status: 201, body: { id: 'r' } }), blocked = [] as object[] } = {},
) {
  const people = [...blocked]
  const now = () => {
    if (people.length === 0) return { ...transaction, closed: false }
    const nobody = { id: 'ben', firstname: null, address: null, city: null, letterbox: null }
    return { ...transaction, closed: true, renter: nobody }
  }
  const api = answeringFetch({
    'GET /transactions': () => ({ body: [now()] }),
    'GET /users/blocked': () => ({ body: [...people] }),
    'POST /users/block': () => {
      people.push(BLOCKED)
      return { status: 204 }
    },
    'POST /users/unblock': () => {
      people.pop()
      return { status: 204 }
    },
    'POST /reports/storeMessage': report,
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <>
      <Panel />
      <Toasts />
    </>,
  )
  keepTransactions([transaction])
  const bodies = (call: string) =>
    api.calls.filter(({ name }) => name === call).map(({ body }) => body)
  const user = userEvent.setup()
  const choose = async (label: string | RegExp) => {
    await user.click(await screen.findByRole('button', { name: 'More about this conversation' }))
    await user.click(screen.getByRole('button', { name: label }))
  }
  return { bodies, user, choose }
}

afterEach(() => vi.unstubAllGlobals())

describe('blocking the other side', () => {
  it('asks first, closes the conversation and offers to unblock at once', async () => {
    const { bodies, user, choose } = await show(requested)
    await choose('Block Ben')
    const dialog = await screen.findByRole('dialog', { name: 'Block Ben?' })
    expect(dialog).toHaveTextContent(/no longer see each other.*close.*Nobody is told/)
    expect(dialog).not.toHaveTextContent('handed over')
    expect(bodies('POST /users/block')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Block' }))
    expect(await screen.findByText('Ben is blocked.')).toBeVisible()
    expect(bodies('POST /users/block')).toEqual([{ user_id: 'ben' }])
    expect(await screen.findByText(/You have blocked Ben/)).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    const [link] = screen.getAllByRole('link', { name: 'Blocked people' })
    expect(link).toHaveAttribute('href', '/profile/blocked')
    await user.click(screen.getByRole('button', { name: 'Unblock' }))
    expect(await screen.findByRole('textbox')).toBeVisible()
    expect(bodies('POST /users/unblock')).toEqual([{ user_id: 'ben' }])
  })

  it('sends nothing when it is cancelled', async () => {
    const { bodies, user, choose } = await show({ ...requested, status: 'handed_over' })
    await choose('Block Ben')
    expect(await screen.findByText(/stays noted here until it is back/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies('POST /users/block')).toEqual([])
  })

  it('is not offered for a deleted account', async () => {
    await show({ ...requested, renter_id: null, renter: null })
    const menu = await screen.findByRole('button', { name: 'More about this conversation' })
    await userEvent.click(menu)
    expect(screen.queryByRole('button', { name: /Block/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Report a message' })).toBeVisible()
  })

  it('is not named to the blocked side as the reason for the closed conversation', async () => {
    await show({ ...requested, closed: true })
    expect(await screen.findByText(/This conversation is closed/)).toBeVisible()
    expect(screen.queryByText(/You have blocked/)).toBeNull()
  })
})

describe('reporting a message', () => {
  it('selects the newest message at first and requires a reason', async () => {
    const { bodies, user, choose } = await show(requested)
    await choose('Report a message')
    const dialog = await screen.findByRole('dialog', { name: 'Report a message' })
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2 + 4)
    expect(within(dialog).getByRole('radio', { name: /Now!/ })).toBeChecked()
    expect(within(dialog).queryByText('May I?')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Send the report' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('choose what is wrong')
    expect(bodies('POST /reports/storeMessage')).toEqual([])
    await user.click(within(dialog).getByRole('radio', { name: /Send me money/ }))
    await user.click(within(dialog).getByRole('radio', { name: 'Fraud or money' }))
    await user.type(within(dialog).getByRole('textbox'), ' Wants an advance. ')
    await user.dblClick(within(dialog).getByRole('button', { name: 'Send the report' }))
    expect(await screen.findByText(/Your report has arrived/)).toBeVisible()
    expect(bodies('POST /reports/storeMessage')).toEqual([
      { message_id: 'first', reason: 'money', note: 'Wants an advance.' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can start at a message with a warning', async () => {
    const { bodies, user } = await show(requested)
    await user.click(await screen.findByRole('button', { name: 'Report this message' }))
    const dialog = await screen.findByRole('dialog', { name: 'Report a message' })
    expect(within(dialog).getByText('Send me money')).toBeVisible()
    expect(within(dialog).queryByText('Now!')).toBeNull()
    await user.click(within(dialog).getByRole('radio', { name: 'Something else' }))
    await user.click(within(dialog).getByRole('button', { name: 'Send the report' }))
    await waitFor(() =>
      expect(bodies('POST /reports/storeMessage')).toEqual([
        { message_id: 'first', reason: 'other', note: '' },
      ]),
    )
  })

  it('keeps the typed text when sending fails', async () => {
    const refused = () => ({ status: 503, body: { code: 'unavailable' } })
    const { user, choose } = await show(requested, { report: refused as never })
    await choose('Report a message')
    await user.type(await screen.findByLabelText(/What else should we know/), 'Look')
    await user.click(screen.getByRole('radio', { name: 'An insult or a threat' }))
    await user.click(screen.getByRole('button', { name: 'Send the report' }))
    expect(await screen.findByText(/not available right now/)).toBeVisible()
    expect(screen.getByDisplayValue('Look')).toBeVisible()
  })

  it('is not offered while the other side has written nothing', async () => {
    const { user } = await show({ ...requested, messages: requested.messages.slice(0, 1) })
    await user.click(await screen.findByRole('button', { name: 'More about this conversation' }))
    expect(screen.queryByRole('button', { name: 'Report a message' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Block Ben' })).toBeVisible()
  })
})

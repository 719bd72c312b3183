import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MESSAGES_PER_TRANSACTION } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { logIn } from '#features/people/accounts/web/data/session.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { InboxOf } from '../inbox.fixtures.tsx'

const ada = testUser({ id: 'ada' })
const transaction = testTransaction({
  answered: true,
  messages: Array.from({ length: MESSAGES_PER_TRANSACTION }, (_, i) =>
    testMessage({
      id: `m${i}`,
      text: `Text ${i}`,
      created_at: new Date(Date.UTC(2026, 10, 28, 10, i)).toISOString(),
      seen: true,
    }),
  ),
})

afterEach(() => {
  cleanup()
  writeToken(null)
  vi.unstubAllGlobals()
})

it('the message list loads older messages once after a failure, and again on request', async () => {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: ada }),
    'GET /transactions': () => ({ body: [transaction] }),
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
  })
  let asked = 0
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.includes('before=')) return api.fetch(url, init)
    asked += 1
    return Response.json({ code: 'unavailable', message: '' }, { status: 503 })
  })
  await startEnglish()
  await logIn('adas')
  await renderInApp(<InboxOf user={ada} />, `/profile/inbox?transaction_id=${transaction.id}`)
  const list = await screen.findByRole('region', { name: 'Messages' })
  list.scrollTop = 0
  fireEvent.scroll(list)
  const button = await screen.findByRole('button', { name: 'Show older messages' })
  for (const times of [1, 2]) {
    await waitFor(() => {
      expect(asked).toBeGreaterThanOrEqual(times)
      expect(button).not.toHaveAttribute('data-loading')
    })
    expect(asked).toBe(times)
    fireEvent.click(button)
  }
  await waitFor(() => expect(asked).toBe(3))
})

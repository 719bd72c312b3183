import { fireEvent, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { User } from '#features/accounts/contract.ts'
import { logIn } from '#features/accounts/web/data/session.ts'
import { DEFAULT_PRIVACY } from '#features/privacy/contract.ts'
import type { Transaction } from '#features/transactions/contract.ts'
import { keepTransactions } from '#features/transactions/web/data/door.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { InboxOf } from './inbox.fixtures.tsx'

// What a long inbox costs, counted: no busy machine changes how much of it is in the page.

/** Far more than are seen at once with the rows beyond, and far fewer than there are. */
const MOST_ROWS = 40
/** Of both lists with all that stands around them. */
const MOST_ELEMENTS = 800

const ada: User = testUser({ id: 'ada', privacy: { ...DEFAULT_PRIVACY, enable_messaging: true } })
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()

const messages = Array.from({ length: 10_000 }, (_, i) =>
  testMessage({ id: `m${i}`, text: `Text ${i}`, created_at: at(i), seen: true }),
)
const conversations: Transaction[] = Array.from({ length: 1000 }, (_, i) =>
  testTransaction({
    id: `t${i}`,
    messages: messages.slice(-1),
    answered: true,
    updated_at: at(20_000 - i),
  }),
)

let api: ReturnType<typeof answeringFetch>
let commits = 0

beforeEach(async () => {
  api = answeringFetch({
    'GET /config': () => ({ body: { brand: { name: 'Letterlend' }, links: [] } }),
    'GET /users/userinfo': () => ({ body: ada }),
    'GET /transactions': () => ({ body: conversations }),
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await startEnglish()
  await logIn('adas')
  await renderInApp(
    <Profiler
      id="inbox"
      onRender={() => {
        commits += 1
      }}
    >
      <InboxOf user={ada} />
    </Profiler>,
    '/profile/inbox?transaction_id=t0',
  )
  await vi.waitFor(() => expect(all(CONVERSATION).length).toBeGreaterThan(0))
  keepTransactions(conversations.slice(0, 1).map((each) => ({ ...each, messages })))
  await screen.findByText('Text 9998')
})

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

/** By selectors: by roles, a page of so many elements would be looked at for seconds. */
const CONVERSATION = 'nav li a'
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

// In one test, since making such an inbox takes longer than all that is counted in it.
it('keeps little of 1,000 conversations and 10,000 messages in the page, and does little for a letter or a press', async () => {
  expect(all('nav li').length).toBeLessThan(MOST_ROWS)
  expect(all('section li').length).toBeLessThan(MOST_ROWS)
  expect(all('body *').length).toBeLessThan(MOST_ELEMENTS)

  const asked = api.calls.length
  const commitsOf = (selector: string, value: string) => {
    const [field] = all(selector)
    if (!field) throw new Error(`There is no ${selector}`)
    commits = 0
    fireEvent.change(field, { target: { value } })
    return commits
  }
  // With the first letter the message can be sent, which may be a commit of its own.
  expect(commitsOf('textarea', 'G')).toBeLessThanOrEqual(2)
  expect(['Ge', 'Ger'].map((text) => commitsOf('textarea', text))).toEqual([1, 1])
  expect(['L', 'Le', 'Lei'].map((text) => commitsOf('search input', text))).toEqual([1, 1, 1])
  expect(api.calls.slice(asked)).toEqual([])

  const [, another] = all(CONVERSATION)
  if (!another) throw new Error('There is one conversation')
  fireEvent.click(another)
  await vi.waitFor(() => expect(api.calls.at(-1)?.name).toBe('POST /transactions/markMessagesSeen'))
  expect(api.calls.slice(asked).map(({ name }) => name)).toEqual([
    'GET /transactions/outlook',
    'GET /transactions/alternatives',
    'POST /transactions/markMessagesSeen',
  ])
})

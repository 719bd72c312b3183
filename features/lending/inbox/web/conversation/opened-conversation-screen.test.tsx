import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { OpenedConversation } from '#features/lending/conversations/transactions/web/data/opened-conversation.ts'
import { writeConversation } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { OpenedConversationScreen } from './opened-conversation-screen.tsx'

const OPENED: OpenedConversation = {
  transaction_id: 't',
  user_id: 'ada',
  lang: 'en',
  can_log_in: true,
}
const HERE = '/profile/inbox?transaction_id=t'

/** The conversation as the link of a mail opened it for Ada, who asked Ben for something. */
async function show(
  fields: Partial<Transaction> | null = {},
  opened: Partial<OpenedConversation> = {},
  answers: Parameters<typeof answeringFetch>[0] = {},
) {
  const conversation = { ...OPENED, ...opened }
  const { fetch, calls } = answeringFetch({
    'GET /transactions': () => ({ body: fields ? [testTransaction(fields)] : [] }),
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
    ...answers,
  })
  vi.stubGlobal('fetch', fetch)
  writeConversation(JSON.stringify({ token: 'secret', ...conversation }))
  await renderInApp(<OpenedConversationScreen opened={conversation} />, HERE)
  return calls
}
const loginLinks = async () => {
  const links = await screen.findAllByRole('link', { name: 'Log in' })
  return links.map((link) => link.getAttribute('href'))
}
const LOGIN = `/auth/login?from=${encodeURIComponent(HERE)}`

afterEach(() => {
  writeConversation(null)
  vi.unstubAllGlobals()
})

it('the opened conversation shows its messages and leads to the login and back', async () => {
  await show({ messages: [testMessage({ text: 'Come by at six' })] })
  expect(await screen.findByText('Come by at six')).toBeVisible()
  expect(screen.getByText(/opens this conversation only/)).toBeVisible()
  expect(await loginLinks()).toEqual([LOGIN])
})

it('the opened conversation shows the lender until when the item is promised to another borrower', async () => {
  const day = new Date().toLocaleDateString('sv-SE')
  const asked = { wanted_from: day, wanted_until: day, borrower_id: 'carl', renter_id: 'ada' }
  const taken = () => ({ body: [{ from: day, until: '2999-01-01' }] })
  await show(asked, {}, { 'GET /transactions/takenBesides': taken })
  expect(await screen.findByText(/Already promised to somebody until/)).toBeVisible()
})

it('the opened conversation mails a link to choose a password to an account without one', async () => {
  const calls = await show(
    {},
    { can_log_in: false },
    {
      'POST /auth/sendOwnLoginLink': () => ({ status: 204 }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a password' }))
  expect(await screen.findByText(/We have e-mailed you a link/)).toBeVisible()
  expect(calls.map(({ name }) => name)).toContain('POST /auth/sendOwnLoginLink')
})

it('the opened conversation leads to the login for a thank-you instead of showing its form', async () => {
  await show({ status: 'returned' })
  expect(await screen.findByText(/To thank Ben/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Thank Ben' })).toBeNull()
  expect(await loginLinks()).toEqual([LOGIN, LOGIN])
})

it('the opened conversation leads to the login for other lenders', async () => {
  await show({ status: 'declined' })
  expect(await screen.findByText(/Who else lends it/)).toBeVisible()
  expect(await loginLinks()).toEqual([LOGIN, LOGIN])
})

it('the opened conversation says that the conversation is gone', async () => {
  await show(null)
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { answeringFetch } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { MESSAGES_PER_TRANSACTION } from '../../transaction-limits.ts'
import { keepTransactions, useKnownTransactions, useOlderMessages } from './transactions.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 10, minute)).toISOString()
const page = (first: number) =>
  Array.from({ length: MESSAGES_PER_TRANSACTION }, (_, i) =>
    testMessage({ id: `m${first + i}`, created_at: at(first + i), seen: true }),
  )
const newest = testTransaction({ id: 't', messages: page(MESSAGES_PER_TRANSACTION) })
const older = { ...newest, messages: page(0) }

beforeEach(() => {
  queryClient.clear()
  keepTransactions([newest])
})
afterEach(() => vi.unstubAllGlobals())

function show(answers: Parameters<typeof answeringFetch>[0]) {
  const api = answeringFetch(answers)
  vi.stubGlobal('fetch', api.fetch)
  const open = () =>
    renderHook(
      () => {
        const shown = useKnownTransactions()?.[0] ?? newest
        return { shown, ...useOlderMessages(shown) }
      },
      {
        wrapper: ({ children }: { children: ReactNode }) =>
          createElement(QueryClientProvider, { client: queryClient }, children),
      },
    )
  return { api, open, ...open() }
}

it('useOlderMessages loads a page once for parallel calls, then the page before it', async () => {
  const { api, result } = show({ 'GET /transactions': () => ({ body: [older] }) })
  act(() => {
    result.current.load()
    result.current.load()
  })
  await waitFor(() =>
    expect(result.current.shown.messages).toHaveLength(2 * MESSAGES_PER_TRANSACTION),
  )
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  expect(api.calls).toHaveLength(1)
  act(() => result.current.load())
  await waitFor(() => expect(api.calls).toHaveLength(2))
})

it('useOlderMessages loads again after a failure', async () => {
  const { api, result } = show({ 'GET /transactions': () => ({ status: 503, body: {} }) })
  act(() => result.current.load())
  await waitFor(() => expect(result.current.isError).toBe(true))
  act(() => result.current.load())
  await waitFor(() => expect(api.calls).toHaveLength(2))
})

it('useOlderMessages waits for a pending call when the conversation is opened again', async () => {
  const { api, open, result, unmount } = show({ 'GET /transactions': () => ({ body: [older] }) })
  act(() => result.current.load())
  unmount()
  const { result: again } = open()
  const { load } = again.current
  act(load)
  await waitFor(() =>
    expect(again.current.shown.messages).toHaveLength(2 * MESSAGES_PER_TRANSACTION),
  )
  expect(api.calls).toHaveLength(1)
  // A reader at the top gets a new function for the next messages.
  expect(again.current.load).not.toBe(load)
})

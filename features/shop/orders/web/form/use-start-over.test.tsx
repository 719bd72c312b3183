import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { type OrderDraft, type SentOrder, useOrderDraft } from './order-draft.ts'
import { useStartOver } from './use-start-over.ts'

const KEY = 'c0ffee00-0000-4000-8000-000000000001'
const BEFORE = 'c0ffee00-0000-4000-8000-000000000002'
const STORED: SentOrder = {
  request_id: KEY,
  content: '',
  id: 'stored',
  replaces: null,
  replaces_key: null,
}
const DRAFT: Partial<OrderDraft> = {
  product: 1,
  amount: 2,
  ideas: '',
  fields: {
    firstname: 'Lea',
    lastname: 'Frei',
    email: 'lea@example.org',
    postcode: '8004',
    address: 'Hohlstrasse 40',
    address_addition: '',
    city: 'Zürich',
    country: 'CH',
  },
}

function Ordering({ sent }: { sent: SentOrder | null }) {
  const state = useOrderDraft(null)
  const startOver = useStartOver(state)
  return (
    <>
      <button type="button" onClick={() => state.change({ ...DRAFT, sent })}>
        Type
      </button>
      <button type="button" onClick={startOver}>
        {state.draft ? 'Start over' : 'Nothing here'}
      </button>
    </>
  )
}

async function startOver(sent: SentOrder | null, status = 204) {
  const code = status === 404 ? 'not_found' : 'internal'
  const api = answeringFetch({
    'POST /orders/removeByKey': () => (status === 204 ? { status } : { status, body: { code } }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(<Ordering sent={sent} />)
  await userEvent.click(screen.getByRole('button', { name: 'Type' }))
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect(screen.getByRole('button', { name: 'Nothing here' })).toBeVisible()
  expect(localStorage.getItem('letterlend.order')).toBeNull()
  return () =>
    api.calls.filter(({ name }) => name === 'POST /orders/removeByKey').map(({ body }) => body)
}

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('starting over cancels the stored order, so that it sends no reminder', async () => {
  const cancelled = await startOver(STORED)
  await waitFor(() => expect(cancelled()).toEqual([{ key: KEY }]))
})

it('starting over also cancels the order to be replaced if the new one was not stored', async () => {
  const cancelled = await startOver({ ...STORED, id: null, replaces_key: BEFORE }, 404)
  await waitFor(() => expect(cancelled()).toEqual([{ key: KEY }, { key: BEFORE }]))
})

it('starting over calls nothing if no order was sent', async () => {
  expect((await startOver(null))()).toEqual([])
})

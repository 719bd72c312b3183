import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type OrderDraft, useOrderDraft } from './order-draft.ts'

const FORM: Partial<OrderDraft> = {
  product: 1,
  amount: 2,
  ideas: '',
  fields: {
    firstname: 'Lea',
    lastname: 'Frei',
    email: 'lea@example.org',
    address: 'Hohlstrasse 40',
    address_addition: '',
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
  },
}
const open = (viewer: string | null) => renderHook(() => useOrderDraft(viewer)).result

it('the draft is available in another tab', () => {
  const first = open(null)
  act(() => first.current.change(FORM))
  expect(open(null).current.draft).toMatchObject({ ...FORM, owner: null, sent: null })
})

it('the draft keeps what another tab added', () => {
  const [first, second] = [open(null), open(null)]
  act(() => first.current.change(FORM))
  act(() => second.current.change({ donation_cents: 500 }))
  act(() => first.current.change({ amount: 3 }))
  expect(open(null).current.draft).toMatchObject({ amount: 3, donation_cents: 500 })
})

it('the draft belongs to the account that continues it and is hidden from all others', () => {
  const guest = open(null)
  act(() => guest.current.change(FORM))
  const account = open('a')
  expect(account.current.draft).toMatchObject(FORM)
  act(() => account.current.change({ amount: 3 }))
  expect(open('b').current).toMatchObject({ draft: null, locked: false })
  expect(open(null).current).toMatchObject({ draft: null, locked: true })
  const other = open('b')
  act(() => other.current.change({ ...FORM, amount: 5 }))
  expect(open('a').current.draft).toBeNull()
})

it('the draft leaves nothing in storage when it ends', () => {
  const guest = open(null)
  act(() => guest.current.change(FORM))
  act(() => guest.current.end())
  expect(guest.current.draft).toBeNull()
  expect(localStorage).toHaveLength(0)
})

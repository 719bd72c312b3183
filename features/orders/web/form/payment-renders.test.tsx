import { fireEvent, screen } from '@testing-library/react'
import { Profiler, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PRODUCT_ID } from '#features/products/pricing.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import type { Order } from '../../contract.order.ts'
import { ConfirmStep } from './confirm-step.tsx'
import type { OrderDraft } from './order-draft.ts'

// Counted instead of measured: the ways to pay hold what the providers show, and the slider moves many times.

const order = testOrder()
const draft: OrderDraft = {
  owner: null,
  product: PRODUCT_ID.stickerPack,
  amount: 2,
  fields: {
    firstname: 'Ada',
    lastname: 'Muster',
    email: 'ada@example.org',
    address: 'Weg 1',
    address_addition: '',
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
  },
  ideas: '',
  show_on_map: null,
  donation_cents: 300,
  sent: null,
}
const rendered: string[] = []
const pay = ({ id }: Order) => {
  rendered.push(id)
  return <p>By card</p>
}
let commits = 0
let api: ReturnType<typeof answeringFetch>

/** Keeps the donation in the draft, as the page does. */
function Confirming() {
  const [current, setCurrent] = useState(draft)
  return (
    <ConfirmStep
      order={order}
      draft={current}
      onDonation={(donation_cents) => setCurrent({ ...current, donation_cents })}
      edit={null}
      pay={pay}
      onFinish={() => undefined}
      back={null}
    />
  )
}

beforeEach(async () => {
  api = answeringFetch({
    'POST /orders/updatePaymentAmount': (body) => ({
      body: testOrder({ payment_amount: Object(body).payment_amount }),
    }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await startEnglish()
  await renderInApp(
    <Profiler
      id="payment"
      onRender={() => {
        commits += 1
      }}
    >
      <Confirming />
    </Profiler>,
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('renders no way to pay for what is chosen, in one commit each, and saves where the choosing rests', async () => {
  expect(screen.getByText('By card')).toBeInTheDocument()
  vi.useFakeTimers()
  rendered.length = 0
  for (const value of ['20', '21', '22', '23', '24']) {
    commits = 0
    fireEvent.change(screen.getByRole('slider'), { target: { value } })
    expect(screen.getByRole('slider')).toHaveValue(value)
    expect({ commits, rendered }, value).toEqual({ commits: 1, rendered: [] })
  }
  expect(api.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(api.calls.map(({ body }) => Object(body).payment_amount)).toEqual([24])
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, Profiler } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { USERINFO_KEY } from '#features/accounts/web/data/door.ts'
import { TASKS } from '#platform/shared/tasks.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { countListeners } from '#platform/web/testing/listeners.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { AdminOrder, AdminOrderRow } from '../../contract.admin.ts'
import { formatRefno, refnoOf } from '../../refno.ts'
import { testOrderRow } from './order-queue.fixtures.ts'
import { OrderQueueScreen } from './order-queue-screen.tsx'

// Counted instead of measured: a hundred rows that are made anew for a tick or a letter are waited for.

const rendered = vi.hoisted(() => ({ boxes: [] as string[], cells: [] as string[] }))

vi.mock('#platform/web/ui/back-office/select-box.tsx', async (importActual) => {
  const { SelectBox } =
    await importActual<typeof import('#platform/web/ui/back-office/select-box.tsx')>()
  return {
    SelectBox: (props: ComponentProps<typeof SelectBox>) => {
      rendered.boxes.push(props.label)
      return <SelectBox {...props} />
    },
  }
})

vi.mock('./order-status.tsx', async (importActual) => {
  const { OrderStatusChip } = await importActual<typeof import('./order-status.tsx')>()
  return {
    OrderStatusChip: (props: ComponentProps<typeof OrderStatusChip>) => {
      rendered.cells.push((props.order as AdminOrderRow).refno)
      return <OrderStatusChip {...props} />
    },
  }
})

const ROWS = 20
const rows = Array.from({ length: ROWS }, (_, i) => row(i))

function row(i: number): AdminOrderRow {
  return testOrderRow({
    id: `00000000-0000-4000-8000-0000000000${10 + i}`,
    refno: refnoOf(100 + i),
    lastname: `Muster ${i}`,
  })
}
/** As it is answered when it is opened. */
const whole = (order: AdminOrderRow): AdminOrder => ({
  ...order,
  user_id: null,
  history: [],
  payments: [],
  refunds: [],
  disputes: [],
  refunded: 0,
  refundable: 14,
  has_parcel: false,
})
let answered = rows
let commits = 0
let api: ReturnType<typeof answeringFetch>

beforeEach(async () => {
  localStorage.setItem('letterlend.token', 'token')
  answered = rows
  api = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ tasks: [...TASKS] }) }),
    'GET /config': () => ({ body: { brand: { name: 'Lend' } } }),
    'GET /admin/orders/byId': () => ({ body: whole(second) }),
    'GET /admin/orders': () => ({
      body: {
        rows: answered,
        total: ROWS,
        counts: {
          pending_confirmation: 0,
          pending_payment: 0,
          awaited: 0,
          paid: ROWS,
          processed: 0,
          refunded: 0,
          cancelled: 0,
        },
      },
    }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <Profiler
      id="queue"
      onRender={() => {
        commits += 1
      }}
    >
      <Routes>
        <Route path="/admin/orders/:id?" element={<OrderQueueScreen />} />
      </Routes>
    </Profiler>,
    '/admin/orders',
  )
  await screen.findByRole('checkbox', { name: /all rows/i })
  await waitFor(() => expect(queryClient.getQueryData(USERINFO_KEY)).toBeDefined())
  forgetCounts()
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
function forgetCounts() {
  rendered.boxes.length = 0
  rendered.cells.length = 0
  commits = 0
}

const ALL = 'Select all rows of this page'
const boxOf = ({ refno }: AdminOrderRow) => `Select ${formatRefno(refno)}`
/** By its attribute: numbers have spaces in them that do not break, which a search by label would change. */
const boxNamed = (label: string) =>
  document.querySelector(`[aria-label="${label}"]`) as HTMLInputElement
const numbers = () => screen.getAllByRole('rowheader').map((cell) => cell.querySelector('a')?.text)
const [first, second, third] = rows as [AdminOrderRow, AdminOrderRow, AdminOrderRow]

it('renders the boxes that change, and the cells of no row, where orders are ticked', () => {
  for (const [i, order] of [first, second, third].entries()) {
    forgetCounts()
    fireEvent.click(boxNamed(boxOf(order)))
    expect(boxNamed(boxOf(order))).toBeChecked()
    expect(rendered.boxes).toEqual([ALL, boxOf(order)])
    // With the first one the bar appears that says what can be done with them.
    if (i > 0) expect(commits).toBe(1)
  }
  forgetCounts()
  fireEvent.click(boxNamed(ALL))
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(ROWS + 1)
  expect(rendered.boxes).toEqual([ALL, ...rows.slice(3).map(boxOf)])
  expect(rendered.cells).toEqual([])
  expect(commits).toBe(1)
})

it('renders no row for a letter of the search, and after it those that are not as they were', async () => {
  const search = screen.getByRole('searchbox')
  for (const value of ['M', 'Mu', 'Mus']) {
    forgetCounts()
    fireEvent.change(search, { target: { value } })
    expect(search).toHaveValue(value)
    expect({ commits, ...rendered }, value).toEqual({ commits: 1, boxes: [], cells: [] })
  }
  forgetCounts()
  answered = [first, { ...second, version: 2, firstname: 'Eve' }, third]
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(await screen.findByText('Eve Muster 1')).toBeInTheDocument()
  expect(numbers()).toEqual([first, second, third].map(({ refno }) => formatRefno(refno)))
  expect(new Set(rendered.cells)).toEqual(new Set([second.refno]))
})

it('moves the rows, and renders the cells of none, where they are sorted in another way', async () => {
  answered = rows.toReversed()
  fireEvent.click(screen.getByRole('button', { name: 'Amount' }))
  const sorted = answered.map(({ refno }) => formatRefno(refno))
  await waitFor(() => expect(numbers()).toEqual(sorted))
  expect(rendered.cells).toEqual([])
})

it('asks for an order that is opened, and renders each row once on the way back', async () => {
  const listeners = countListeners()
  const asked = () => api.calls.splice(0).map(({ name }) => name)
  asked()
  for (let time = 0; time < 2; time++) {
    fireEvent.click(screen.getByRole('link', { name: formatRefno(second.refno) }))
    await screen.findByRole('heading', { level: 1, name: /^Order 100/ })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    // Who goes to the next order and back soon has it still.
    expect(asked()).toEqual(time === 0 ? ['GET /admin/orders/byId'] : [])
    forgetCounts()
    fireEvent.click(screen.getByRole('link', { name: 'All orders' }))
    expect(boxNamed(ALL)).toBeInTheDocument()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(asked()).toEqual([])
    expect(commits).toBe(1)
    expect(rendered.boxes).toEqual([ALL, ...rows.map(boxOf)])
    // A row says its state twice: for narrow screens and for wide ones.
    expect(rendered.cells).toEqual(rows.flatMap(({ refno }) => [refno, refno]))
  }
  expect(listeners.added).toBeGreaterThan(0)
  expect(listeners.added - listeners.removed).toBe(0)
})

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import type { Language } from '#platform/shared/languages.ts'
import { ApiError, call, callForFile } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { cashBookApi } from '../../../cash-book/contract.admin.ts'
import type { AdminOrder, adminOrdersApi, CorrectionCost } from '../../../contract.admin.ts'
import type { StaffStep } from '../../../order-steps.ts'
import type { refundsApi } from '../../../paying/contract.admin.ts'

const ORDERS_KEY = ['admin', 'orders'] as const
const orderKey = (id: string) => [...ORDERS_KEY, 'byId', id] as const

type Filter = QueryInput<typeof adminOrdersApi.export>
type Read = Pick<AdminOrder, 'id' | 'version'>

/** Invalidates lists and counts; an open order stays until it is reloaded. */
export function forgetOrderLists(): void {
  queryClient.invalidateQueries({ queryKey: [...ORDERS_KEY, 'list'] })
  queryClient.invalidateQueries({ queryKey: [...ORDERS_KEY, 'cashBook'] })
  queryClient.invalidateQueries({ queryKey: ['admin', 'overview'] })
}

function showOrder(order: AdminOrder): AdminOrder {
  queryClient.setQueryData(orderKey(order.id), order)
  forgetOrderLists()
  return order
}

/** One page of the queue, with the counts of its states. */
export function useOrderQueue(query: QueryInput<typeof adminOrdersApi.list>) {
  return useQuery({
    queryKey: [...ORDERS_KEY, 'list', query],
    queryFn: ({ signal }) => call('GET /admin/orders', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** All that administrators see of an order. */
export function useAdminOrder(id: string) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => call('GET /admin/orders/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** The current order if a call was rejected because another administrator changed it. */
function currentOf(error: unknown): AdminOrder | null {
  const changed = error instanceof ApiError && error.code === 'changed_meanwhile'
  return changed && error.current ? (error.current as AdminOrder) : null
}

/** Shows the other administrator's changes if they are why the call was rejected. */
const onError = (error: unknown) => {
  const current = currentOf(error)
  if (current) showOrder(current)
}

const STEPS = {
  confirm: 'POST /admin/orders/confirm',
  unship: 'POST /admin/orders/unship',
  cancel: 'POST /admin/orders/cancel',
} as const

interface OrderStepWish extends Read {
  step: StaffStep
  /** Whether the administrator has seen that the payment is disputed and ships anyway. */
  despiteDispute?: boolean
}

/** Moves an order to its next state; the server mails the customer. */
export function useOrderStep() {
  return useMutation({
    mutationFn: async ({ step, id, version, despiteDispute = false }: OrderStepWish) => {
      const body = { id, version }
      if (step !== 'ship') return showOrder(await call(STEPS[step], { body }))
      const asked = { ...body, despite_dispute: despiteDispute }
      return showOrder(await call('POST /admin/orders/ship', { body: asked }))
    },
    onError,
  })
}

export function useRemind() {
  return useMutation({
    mutationFn: async (body: Read) => showOrder(await call('POST /admin/orders/remind', { body })),
    onError,
  })
}

export type CostQuery = QueryInput<typeof adminOrdersApi.correctionCost>
const costKey = (query: CostQuery | null) => [...ORDERS_KEY, 'correctionCost', query] as const

/** Queries how a correction would change the money of an order; null if nothing changes the price. */
export function useCorrectionCost(query: CostQuery | null) {
  return useQuery({
    queryKey: costKey(query),
    queryFn: ({ signal }) =>
      call('GET /admin/orders/correctionCost', { query: query ?? { id: '' }, signal }),
    enabled: useWhileLoggedIn() && query !== null,
    // A payment or refund may have changed the cost since the last query.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** A rejected correction contains the current cost; the page shows it from then on. */
export function showCost(query: CostQuery, cost: CorrectionCost): void {
  queryClient.setQueryData<CorrectionCost>(costKey(query), cost)
}

/** Corrects address, sheets and amount; the server mails the customer. */
export function useCorrectOrder() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof adminOrdersApi.correct>) =>
      showOrder(await call('POST /admin/orders/correct', { body })),
    onError,
  })
}

export function useNoteOrder() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof adminOrdersApi.note>) =>
      showOrder(await call('POST /admin/orders/note', { body })),
    onError,
  })
}

/** Marks a failed payment or refund as settled. */
export function useSettleMoney() {
  return useMutation({
    mutationFn: async (body: { id: string; of: string }) =>
      showOrder(await call('POST /admin/orders/settle', { body })),
  })
}

export function useRefund() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof refundsApi.refund>) =>
      call('POST /admin/orders/refund', { body }),
    onError,
    onSettled: (_answer, _error, { id }) => {
      forgetOrderLists()
      return queryClient.invalidateQueries({ queryKey: orderKey(id) })
    },
  })
}

interface RecordedPayment {
  id: string
  amount: number
  received_on: string
  way: 'bank' | 'cash'
  accept_less?: boolean | undefined
  note: string
}

/** Records that an order was paid by bank or in cash. */
export function useRecordPayment() {
  return useMutation({
    mutationFn: (body: RecordedPayment) => call('POST /admin/orders/recordPayment', { body }),
    onSettled: (_answer, _error, { id }) => {
      forgetOrderLists()
      return queryClient.invalidateQueries({ queryKey: orderKey(id) })
    },
  })
}

/** Confirms, ships or reminds about many orders; returns the outcome of each. */
export function useBulk() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof adminOrdersApi.bulk>) =>
      (await call('POST /admin/orders/bulk', { body })).results,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  })
}

export type OrderPaper = 'packingSlips' | 'packingList' | 'addressLabels' | 'codeStickers'

/** Papers of many orders in one file. */
export function useOrderPapers() {
  return useMutation({
    mutationFn: ({
      paper,
      ids,
      lang,
      start = 1,
    }: {
      paper: OrderPaper
      ids: string[]
      lang: Language
      start?: number
    }) => {
      if (paper === 'packingSlips') {
        return callForFile('POST /admin/orders/packingSlips', { body: { ids } })
      }
      if (paper === 'codeStickers') {
        return callForFile('POST /admin/orders/codeStickers', { body: { ids } })
      }
      return paper === 'packingList'
        ? callForFile('POST /admin/orders/packingList', { body: { ids, lang } })
        : callForFile('POST /admin/orders/addressLabels', { body: { ids, start } })
    },
  })
}

/** A sheet of QR codes without an order, to hand out. */
export function useHandOutStickers() {
  return useMutation({
    mutationFn: (lang: Language) =>
      callForFile('POST /admin/orders/handOutStickers', { body: { lang } }),
  })
}

/** The orders of a list as CSV. */
export function useExportOrders() {
  return useMutation({
    mutationFn: (query: Filter) => callForFile('GET /admin/orders/export', { query }),
  })
}

/** Payments and refunds of a month (`2026-11`) or a year (`2026`). */
export function useCashBook(month: string) {
  return useQuery({
    queryKey: [...ORDERS_KEY, 'cashBook', month],
    queryFn: ({ signal }) => call('GET /admin/orders/cashBook', { query: { month }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** The same as CSV. */
export function useExportCashBook() {
  return useMutation({
    mutationFn: (query: QueryInput<typeof cashBookApi.cashBookExport>) =>
      callForFile('GET /admin/orders/cashBook/export', { query }),
  })
}

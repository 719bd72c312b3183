import { useCallback, useState } from 'react'
import { z } from 'zod'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { type Keeping, readDraft, writeDraft } from '#platform/web/data/draft.ts'

/** Recipient and address, as typed. */
const orderFields = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  address: z.string(),
  address_addition: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
})
export type OrderFields = z.infer<typeof orderFields>

/**
 * The request that stored the order. Sending the same content again stores it only once. For a guest's order,
 * `request_id` is the key without which it cannot be changed.
 */
const sentOrder = z.object({
  request_id: z.string(),
  content: z.string(),
  /** The order that this one replaces, and the `request_id` of that order. */
  replaces: z.string().nullable(),
  replaces_key: z.string().nullable().default(null),
  /** Null until the server has responded. */
  id: z.string().nullable(),
})
export type SentOrder = z.infer<typeof sentOrder>

/** An incomplete order; kept until it is paid or the user starts over. */
export const orderDraft = z.object({
  /** The account that it belongs to; null for a guest. */
  owner: z.string().nullable(),
  product: z.literal(Object.values(PRODUCT_ID)),
  /** Null while the field is empty. */
  amount: z.int().nullable(),
  fields: orderFields,
  ideas: z.string(),
  /** Null if the user was not asked. */
  show_on_map: z.boolean().nullable(),
  donation_cents: z.int().min(0),
  sent: sentOrder.nullable(),
})
export type OrderDraft = z.infer<typeof orderDraft>

/** Initial values that the second step, which creates the draft, does not contain. */
const UNTOUCHED = { show_on_map: null, donation_cents: 0, sent: null }

const NAME = 'order'
/** Survives closing the tab, but not for long, because devices may be shared. */
const KEEPING: Keeping = { days: 7 }

const readOrderDraft = () => readDraft(NAME, orderDraft, KEEPING)

/** Whether the draft still belongs to this `request_id`, so the user has not started over. */
export const isStillWanted = (requestId: string): boolean =>
  readOrderDraft()?.sent?.request_id === requestId

/** Whether the viewer may see a draft. After login, users continue what they typed as a guest. */
export const isVisibleTo = (draft: OrderDraft, viewer: string | null): boolean =>
  draft.owner === null || draft.owner === viewer

/** The draft on this device, if `viewer` may see it: the id of an account, or null for a guest. */
export function useOrderDraft(viewer: string | null) {
  const [kept, setKept] = useState(readOrderDraft)
  const draft = kept && isVisibleTo(kept, viewer) ? kept : null

  /** Changes the draft that is stored now, which another tab may have written. */
  const change = useCallback(
    (changes: Partial<OrderDraft>) => {
      const latest = readOrderDraft() ?? kept
      const base = latest && isVisibleTo(latest, viewer) ? latest : UNTOUCHED
      const next = orderDraft.safeParse({ ...base, ...changes, owner: viewer }).data
      if (!next) return
      writeDraft(NAME, next, KEEPING)
      setKept(next)
    },
    [viewer, kept],
  )
  const end = useCallback(() => {
    writeDraft(NAME, null, KEEPING)
    setKept(null)
  }, [])

  return {
    draft,
    /** The draft belongs to an account that is logged out now. */
    locked: kept !== null && draft === null && viewer === null,
    change,
    end,
  }
}
export type OrderDraftState = ReturnType<typeof useOrderDraft>

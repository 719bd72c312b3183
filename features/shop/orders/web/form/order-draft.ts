import { useCallback, useState } from 'react'
import { z } from 'zod'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { type Keeping, readDraft, writeDraft } from '#platform/web/data/draft.ts'

/** Who an order is for and where it goes, as typed. */
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
 * The request that stored the order. The same content is stored once, however often it is sent. For a
 * guest's order `request_id` is the key: nobody can change the order without it.
 */
const sentOrder = z.object({
  request_id: z.string(),
  content: z.string(),
  /** The order that this one replaces, and the `request_id` of that order. */
  replaces: z.string().nullable(),
  replaces_key: z.string().nullable().default(null),
  /** Null until the server has answered. */
  id: z.string().nullable(),
})
export type SentOrder = z.infer<typeof sentOrder>

/** An order that is not complete; kept until it is paid for, or the person starts over. */
export const orderDraft = z.object({
  /** The account it belongs to; null while a guest orders. */
  owner: z.string().nullable(),
  product: z.literal(Object.values(PRODUCT_ID)),
  /** Null while the field is empty. */
  amount: z.int().nullable(),
  fields: orderFields,
  ideas: z.string(),
  /** Null: was not asked. */
  show_on_map: z.boolean().nullable(),
  donation_cents: z.int().min(0),
  sent: sentOrder.nullable(),
})
export type OrderDraft = z.infer<typeof orderDraft>

/** The values that the second step, which creates a draft, does not ask for. */
const UNTOUCHED = { show_on_map: null, donation_cents: 0, sent: null }

const NAME = 'order'
/** Closing a tab loses nothing, and on a shared device nothing stays for long. */
const KEEPING: Keeping = { days: 7 }

const readOrderDraft = () => readDraft(NAME, orderDraft, KEEPING)

/** Whether the draft still belongs to the request with this `request_id`: nobody has started over since. */
export const isStillWanted = (requestId: string): boolean =>
  readOrderDraft()?.sent?.request_id === requestId

/** Whether somebody may see a draft: people who log in continue with what they typed as a guest. */
export const isVisibleTo = (draft: OrderDraft, viewer: string | null): boolean =>
  draft.owner === null || draft.owner === viewer

/** The draft on this device, as far as `viewer` may see it: the id of an account, or null for a guest. */
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
    /** Somebody's who is logged out now. */
    locked: kept !== null && draft === null && viewer === null,
    change,
    end,
  }
}
export type OrderDraftState = ReturnType<typeof useOrderDraft>

import { useCallback, useState } from 'react'
import { z } from 'zod'
import { PRODUCT_ID } from '#features/products/pricing.ts'
import { type Keeping, readDraft, writeDraft } from '#platform/web/data/draft.ts'

/** Whom an order is for and where it goes, as typed. */
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
 * What was sent to be stored. The same content is stored once, however often it is sent. Of a guest's
 * order `request_id` is the key: nobody changes it without.
 */
const sentOrder = z.object({
  request_id: z.string(),
  content: z.string(),
  /** The order that this one takes the place of, and what that one was sent with. */
  replaces: z.string().nullable(),
  replaces_key: z.string().nullable().default(null),
  /** Null until the server has answered. */
  id: z.string().nullable(),
})
export type SentOrder = z.infer<typeof sentOrder>

/** An order on its way; kept until it is paid for, or started over. */
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

/** What the second step, which begins a draft, does not ask. */
const UNTOUCHED = { show_on_map: null, donation_cents: 0, sent: null }

const NAME = 'order'
/** A closed tab loses nothing; on a device that others use too, nothing stays for long. */
const KEEPING: Keeping = { days: 7 }

const readOrderDraft = () => readDraft(NAME, orderDraft, KEEPING)

/** Whether what was sent with this `request_id` is still on its way here: nobody has started over since. */
export const isStillWanted = (requestId: string): boolean =>
  readOrderDraft()?.sent?.request_id === requestId

/** Whether somebody may see a draft: whoever logs in goes on with what they typed as a guest. */
export const isVisibleTo = (draft: OrderDraft, viewer: string | null): boolean =>
  draft.owner === null || draft.owner === viewer

/** The draft of this device, as far as `viewer` may see it: the id of an account, or null of a guest. */
export function useOrderDraft(viewer: string | null) {
  const [kept, setKept] = useState(readOrderDraft)
  const draft = kept && isVisibleTo(kept, viewer) ? kept : null

  /** Adds to what is kept now, which another tab may have changed. */
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

import { z } from 'zod'
import { MESSAGE_WARNINGS } from '#features/lending/conversations/warnings/message-warnings.ts'
import { itemSchema } from '#features/places/items/contract.ts'
import { IN_WORDS, LOAN_REASONS, LOAN_SIDES, LOAN_STATUSES } from './loan-steps.ts'

export const messageSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Null when the account was deleted. */
  from_id: z.uuid().nullable(),
  to_id: z.uuid().nullable(),
  /**
   * The person who wrote it for the side `from_id`. Null if unknown or if the account was deleted. Also null for
   * the other side if a household member wrote it instead of the owner: who belongs to a household is private.
   */
  author_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  seen: z.boolean(),
  /** Warnings for the receiver. Only messages from people whom the receiver has not answered yet have any. */
  warnings: z.array(z.enum(MESSAGE_WARNINGS)),
  /** It waits for a moderator and has not been delivered; only its own side ever sees this. */
  held: z.boolean().optional(),
  /** A moderator refused it, so that it is never delivered; only its own side ever sees this. */
  refused: z.boolean(),
  /** An out-of-office reply from a mail program: it counts neither as an answer nor as unread. */
  automatic: z.boolean(),
  /** It came by mail, and the caller, who wrote it, can read the part that was left out. */
  has_quoted: z.boolean(),
})
export type Message = z.infer<typeof messageSchema>

/**
 * One side as the other may see it. The borrower's first name always shows; the lender's is null unless the map
 * shows it, too. Street, city and letterbox are null while the letterbox is hidden. Users see all of their own
 * side.
 */
export const partySchema = z.object({
  id: z.uuid(),
  firstname: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  letterbox: z
    .object({
      id: z.uuid(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .nullable(),
})
export type Party = z.infer<typeof partySchema>

/** One thing that happened to a transaction. */
export const transactionEventSchema = z.object({
  id: z.uuid(),
  /**
   * The status after this event. `requested` with the reason `another_day` means that other days were proposed. A
   * reason that begins with `days_` leaves the status unchanged: it is about changing the days of an agreed or
   * handed-over loan. When a side asks for other days, `handover_at` and `return_by` are those, null for
   * unchanged. With `agreed_in_words` the borrower says that the wanted days are agreed; with `fetched_in_words`
   * and `noted` the thing was fetched on the first of them.
   */
  status: z.enum(LOAN_STATUSES),
  at: z.iso.datetime(),
  /** Null if it happened by itself. */
  side: z.enum(LOAN_SIDES).nullable(),
  /** The person who did it; null in the same cases as `author_id` of a message. */
  by_id: z.uuid().nullable(),
  reason: z.enum(LOAN_REASONS).nullable(),
  wanted_from: z.iso.date().nullable(),
  wanted_until: z.iso.date().nullable(),
  handover_at: z.iso.datetime().nullable(),
  return_by: z.iso.date().nullable(),
})
export type TransactionEvent = z.infer<typeof transactionEventSchema>

/** Where to fetch the thing: for the lender, and for the borrower once the lender has said yes. */
export const handoverSpotSchema = z.object({
  address: z.string(),
  address_addition: z.string().nullable(),
  postcode: z.string(),
  city: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type HandoverSpot = z.infer<typeof handoverSpotSchema>

/**
 * A thank-you. If `shown`, everyone can read it, otherwise only the two sides. If `held`, it will be shown once a
 * moderator has approved it.
 */
export const thanksSchema = z.object({
  text: z.string().nullable(),
  shown: z.boolean(),
  held: z.boolean().optional(),
  /** The person who was thanked took it down. */
  hidden: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Thanks = z.infer<typeof thanksSchema>

/** The API calls the lender `renter`; a party is null after its account was deleted. */
export const transactionSchema = z.object({
  id: z.uuid(),
  status: z.enum(LOAN_STATUSES),
  /** Oldest first. */
  events: z.array(transactionEventSchema),
  /** Days in the community's calendar, the last one included. */
  wanted_from: z.iso.date().nullable(),
  wanted_until: z.iso.date().nullable(),
  /** The side that proposed these dates: the borrower may accept those of the lender. */
  dates_by: z.enum(LOAN_SIDES),
  handover_at: z.iso.datetime().nullable(),
  return_by: z.iso.date().nullable(),
  /** The side that asks to change the agreed days; the agreed ones hold until the other side says yes. */
  days_asked_by: z.enum(LOAN_SIDES).nullable(),
  /** The proposed hand-over and the proposed day of return; null if unchanged. */
  asked_handover_at: z.iso.datetime().nullable(),
  asked_return_by: z.iso.date().nullable(),
  /**
   * What the borrower says was arranged in words for the wanted days; kept when a request has ended. The lender
   * confirms or rejects it.
   */
  in_words: z.enum(IN_WORDS).nullable(),
  /** The last day on which a promise without a return day holds. Null for everything else. */
  stands_until: z.iso.date().nullable(),
  /**
   * The first day on which a thing that is out or back was away; it can differ from the agreed day. Otherwise
   * null.
   */
  away_since: z.iso.date().nullable(),
  /**
   * For an agreed loan that was not handed over: the agreed day, and the day from which both sides are asked
   * whether it happened. Otherwise null.
   */
  fetching: z.object({ agreed_on: z.iso.date(), asked_from: z.iso.date() }).nullable(),
  /** What the lender wrote when saying yes. */
  handover_note: z.string().nullable(),
  /** Null before a yes, and for the borrower after the end. */
  spot: handoverSpotSchema.nullable(),
  /** Letterboxes asked in the same request, this one among them. */
  asked_several: z.int(),
  /** One side blocked the other, so that neither can write. */
  closed: z.boolean(),
  /** The lender's side has answered. */
  answered: z.boolean(),
  /**
   * When the lender's side last wrote in a request without deciding it since, even if the request has ended so.
   * Otherwise null.
   */
  written_at: z.iso.datetime().nullable(),
  /** The thank-you of the caller's side, and that of the other side. */
  thanks: z.object({ own: thanksSchema.nullable(), theirs: thanksSchema.nullable() }),
  /** Set by the caller and visible only to the caller. */
  archived: z.boolean(),
  muted: z.boolean(),
  /** Messages to the caller's side that no one on that side has seen. */
  unread: z.int(),
  /** The item's id, as the specification names it; missing in responses of an older server. */
  item_id: z.int().optional(),
  /** `name` is in the language of the caller's settings. */
  item: itemSchema.pick({
    id: true,
    image_path: true,
    name: true,
    name_de: true,
    name_en: true,
    name_fr: true,
  }),
  /**
   * What the lender says about the item now, as on the letterbox: for the lender, and for the borrower while the
   * letterbox is visible. Missing if the lender says nothing.
   */
  line: z.string().optional(),
  borrower_id: z.uuid().nullable(),
  renter_id: z.uuid().nullable(),
  borrower: partySchema.nullable(),
  renter: partySchema.nullable(),
  /** Oldest first. */
  messages: z.array(messageSchema),
  /** A message or other news is unseen, as `getNumberOfNewTransactions` counts them. */
  has_new_message: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Transaction = z.infer<typeof transactionSchema>

/** Days on which a thing is promised or out. They reveal neither the borrowers nor the number of loans. */
export const takenDaysSchema = z.array(z.object({ from: z.iso.date(), until: z.iso.date() }))

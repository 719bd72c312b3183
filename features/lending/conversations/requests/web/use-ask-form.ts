import { useRef, useState } from 'react'
import { z } from 'zod'
import {
  DAYS_MISSING,
  type Days,
  type WantedDays,
} from '#features/lending/conversations/days/web/door.ts'
import { messageTextSchema } from '#features/lending/conversations/messages/contract.bodies.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import { type DraftSchema, readDraft, textDraft, writeDraft } from '#platform/web/data/draft.ts'
import { newRequestId } from '#platform/web/data/request-id.ts'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useAsk } from './data/asking.ts'
import { noteFirstNameSaid } from './data/first-name-notice.ts'

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** A draft whose first day has passed is dropped. */
const daysDraft: DraftSchema<WantedDays> = {
  safeParse: (value) => {
    if (value === 'any') return { data: value }
    const { from, until } = Object(value) as Partial<Days>
    if (!isDay(from) || from < communityToday()) return {}
    return { data: { from, until: isDay(until) && until >= from ? until : null } }
  },
}

export type AskValues = {
  item_id: number | null
  /** Null if the user has not chosen yet. */
  days: WantedDays | null
  text: string
  /** The user ids of the owners who are asked. */
  lender_ids: string[]
}

const schema = z.object({
  item_id: z.int(VALIDATION.item),
  days: z.custom<WantedDays>((days) => days !== null, DAYS_MISSING),
  text: messageTextSchema,
})

interface AskFormOptions extends AskValues {
  /** The key under which the draft is kept on the device until it is sent. */
  draft: string
  /** The user's own pending request for the same thing. */
  besides?: string | null
  onBusy: (busy: boolean) => void
  onSent: (requests: Transaction[]) => void
}

/** A request form: the thing, the days, the message, the lenders, and sending it exactly once. */
export function useAskForm(options: AskFormOptions) {
  const { draft, besides = null, onBusy, onSent, ...given } = options
  const daysDraftName = `${draft}.days`
  const [initial] = useState(
    (): AskValues => ({
      ...given,
      text: readDraft(draft, textDraft) ?? given.text,
      days: readDraft(daysDraftName, daysDraft) ?? given.days,
    }),
  )
  // The request id changes only with the request, so that sending it twice asks once.
  const requestId = useRef(newRequestId())
  const form = useSchemaForm<AskValues>(
    schema,
    initial,
    ({ text, days }) => {
      requestId.current = newRequestId()
      writeDraft(draft, text)
      writeDraft(daysDraftName, days)
    },
    { wanted_from: 'days', wanted_until: 'days' },
  )
  const ask = useAsk()
  // A ref, since a second press can come before the first one is rendered as pending. Reset after a failure.
  const underWay = useRef(false)

  const send = ({ item_id, days, text, lender_ids }: AskValues) => {
    if (underWay.current || item_id === null || lender_ids.length === 0) return
    const named = days === 'any' ? null : days
    underWay.current = true
    onBusy(true)
    ask.mutate(
      {
        renter_ids: lender_ids,
        item_id,
        text,
        request_id: requestId.current,
        wanted_from: named?.from,
        wanted_until: named?.until,
        besides,
      },
      {
        onSuccess: (requests) => {
          writeDraft(draft, null)
          writeDraft(daysDraftName, null)
          noteFirstNameSaid()
          onBusy(false)
          onSent(requests)
        },
        onError: (error) => {
          underWay.current = false
          onBusy(false)
          if (error instanceof ApiError) form.showFieldErrors(error)
        },
      },
    )
  }

  return {
    ...form,
    /** Why the request was refused, unless a field shows the error. */
    error: form.isAboutFields(ask.error) ? null : ask.error,
    pending: ask.isPending,
    /** Sends the request, or moves the focus to a missing or invalid field. */
    submit: form.onSubmit(send),
  }
}

export type AskForm = ReturnType<typeof useAskForm>

import { useRef, useState } from 'react'
import type { Transaction } from '#features/transactions/contract.ts'
import { isTooLong } from '#features/transactions/web/door.ts'
import { type DraftSchema, readDraft, textDraft, writeDraft } from '#platform/web/data/draft.ts'
import { newRequestId } from '#platform/web/data/request-id.ts'
import { useAsk } from './data/asking.ts'
import { type Days, dayOf, type WantedDays } from './days/loan-dates.ts'

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** A draft whose first day has passed is dropped. */
const daysDraft: DraftSchema<WantedDays> = {
  safeParse: (value) => {
    if (value === 'any') return { data: value }
    const { from, until } = Object(value) as Partial<Days>
    if (!isDay(from) || from < dayOf(new Date())) return {}
    return { data: { from, until: isDay(until) && until >= from ? until : null } }
  },
}

/** What a request lacks, in the order of the form. */
export type Missing = 'item' | 'days' | 'message'

/** The field of the form in which that is said, as a selector. */
export const FIELDS: Readonly<Record<Missing, string>> = {
  item: 'input',
  days: '[data-days] button',
  message: 'textarea',
}

interface AskFormOptions {
  /** The name under which the text is kept on the device until it was sent. */
  draft: string
  text: string
  /** Null: nothing was said about them yet. */
  days: WantedDays | null
  onBusy: (busy: boolean) => void
  onSent: (requests: Transaction[]) => void
}

/** The message and the days of a request, and how it is sent once. */
export function useAskForm({ draft, onBusy, onSent, ...initial }: AskFormOptions) {
  const [startText] = useState(() => readDraft(draft, textDraft) ?? initial.text)
  // A ref, since a letter changes nothing but its field, which shows it by itself.
  const text = useRef(startText)
  const daysName = `${draft}.days`
  const [days, keepDays] = useState(() => readDraft(daysName, daysDraft) ?? initial.days)
  const setDays = (next: WantedDays | null) => {
    writeDraft(daysName, next)
    keepDays(next)
  }
  const [missing, setMissing] = useState<Missing | null>(null)
  // The request id stays the same until the request is changed, so that sending it twice asks once.
  const requestId = useRef(newRequestId())
  const ask = useAsk()
  // A ref, since a second press can come before the first one is rendered as pending. Reset after a
  // failure.
  const underWay = useRef(false)

  /** To be called at each change of the request, which makes it a new one. */
  const changed = () => {
    requestId.current = newRequestId()
    setMissing(null)
  }

  const missingIn = (itemId: number | null): Missing | null => {
    if (itemId === null) return 'item'
    if (days === null) return 'days'
    return text.current.trim() === '' ? 'message' : null
  }

  /**
   * @param besides an own request for the same thing that still waits
   * @returns what is missing or wrong; null once the request is being sent
   */
  const send = (
    renterIds: string[],
    itemId: number | null,
    besides: string | null = null,
  ): Missing | null => {
    if (underWay.current) return null
    const wrong = missingIn(itemId)
    setMissing(wrong)
    if (wrong || itemId === null || isTooLong(text.current)) return wrong ?? 'message'
    const named = days === 'any' ? null : days
    underWay.current = true
    onBusy(true)
    ask.mutate(
      {
        renter_ids: renterIds,
        item_id: itemId,
        text: text.current,
        request_id: requestId.current,
        wanted_from: named?.from,
        wanted_until: named?.until,
        besides,
      },
      {
        onSuccess: (requests) => {
          writeDraft(draft, null)
          setDays(null)
          onBusy(false)
          onSent(requests)
        },
        onError: () => {
          underWay.current = false
          onBusy(false)
        },
      },
    )
    return null
  }

  return {
    startText,
    days,
    missing,
    error: ask.error,
    pending: ask.isPending,
    changed,
    send,
    changeText: (next: string) => {
      changed()
      text.current = next
      writeDraft(draft, next)
    },
    changeDays: (next: WantedDays | null) => {
      changed()
      setDays(next)
    },
  }
}

export type AskForm = ReturnType<typeof useAskForm>

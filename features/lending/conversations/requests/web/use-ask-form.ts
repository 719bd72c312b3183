import { useRef, useState } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { isTooLong } from '#features/lending/conversations/transactions/web/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import { type DraftSchema, readDraft, textDraft, writeDraft } from '#platform/web/data/draft.ts'
import { newRequestId } from '#platform/web/data/request-id.ts'
import { focusNamedField } from '#platform/web/ui/forms/focus-field.ts'
import { useAsk } from './data/asking.ts'
import { noteFirstNameSaid } from './data/first-name-notice.ts'
import type { Days, WantedDays } from './days/loan-dates.ts'

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

/** What a request lacks, in the order of the form. */
export type Missing = 'item' | 'days' | 'message'

/** The fields of the call that each of them stands for. */
const FIELDS: Readonly<Record<Missing, readonly string[]>> = {
  item: ['item_id'],
  days: ['wanted_from', 'wanted_until'],
  message: ['text'],
}

/** What the server has found wrong, and why; null where it refused for another reason. */
function wrongPart(error: Error): { part: Missing; key: string } | null {
  if (!(error instanceof ApiError)) return null
  for (const part of ['item', 'days', 'message'] as const) {
    const key = FIELDS[part].flatMap((name) => error.errors[name] ?? [])[0]
    if (key) return { part, key }
  }
  return null
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
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Missing | null>(null)
  /** Why the server refused what was named; null where it is missing. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const pointAt = (part: Missing) => {
    setMissing(part)
    focusNamedField(form.current, FIELDS[part])
  }
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
    setRefusal(null)
  }

  const missingIn = (itemId: number | null): Missing | null => {
    if (itemId === null) return 'item'
    if (days === null) return 'days'
    return text.current.trim() === '' ? 'message' : null
  }

  /**
   * Sends the request, or moves the focus to what is missing or wrong.
   * @param besides an own request for the same thing that still waits
   */
  const send = (
    lenderIds: string[],
    itemId: number | null,
    besides: string | null = null,
  ): void => {
    if (underWay.current) return
    const wrong = missingIn(itemId)
    setMissing(wrong)
    setRefusal(null)
    if (wrong || itemId === null) {
      if (wrong) pointAt(wrong)
      return
    }
    if (isTooLong(text.current)) {
      focusNamedField(form.current, FIELDS.message)
      return
    }
    const named = days === 'any' ? null : days
    underWay.current = true
    onBusy(true)
    ask.mutate(
      {
        renter_ids: lenderIds,
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
          noteFirstNameSaid()
          onBusy(false)
          onSent(requests)
        },
        onError: (error) => {
          underWay.current = false
          onBusy(false)
          const refused = wrongPart(error)
          if (!refused) return
          setRefusal(refused.key)
          pointAt(refused.part)
        },
      },
    )
  }

  return {
    /** For the form's element. */
    form,
    startText,
    days,
    missing,
    refusal,
    /** Why the request was refused, where that is said at no field. */
    error: ask.error && wrongPart(ask.error) ? null : ask.error,
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

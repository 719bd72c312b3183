import { useCallback, useState } from 'react'

/** What is typed but not yet saved; survives a reload and a session that ends, not the tab. */
const PREFIX = 'letterlend.draft.'

/** Of zod, or by hand where zod is not needed: guards against what an older version stored. */
export interface DraftSchema<T> {
  safeParse: (value: unknown) => { data?: T | undefined }
}

/** A text by itself, such as a message. */
export const textDraft: DraftSchema<string> = {
  safeParse: (value) => (typeof value === 'string' ? { data: value } : {}),
}

/** Null where there is none, or none of this schema. */
export function readDraft<T>(name: string, schema: DraftSchema<T>): T | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    return schema.safeParse(value).data ?? null
  } catch {
    return null
  }
}

/** Null or an empty text removes it. A full or blocked storage loses the draft, never the typing. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null || value === '') sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // The form itself still holds the values.
  }
}

/** A state that is also a draft; for what begins empty. A form of what is saved: {@link useOfferedDraft}. */
export function useDraft<T>(
  name: string,
  initial: T,
  schema: DraftSchema<T>,
): [T, (value: T | null) => void] {
  const [value, setValue] = useState<T>(() => readDraft(name, schema) ?? initial)
  const change = useCallback(
    (next: T | null) => {
      writeDraft(name, next)
      setValue(next ?? initial)
    },
    [name, initial],
  )
  return [value, change]
}

/** What a form does with its draft. */
export type DraftOfForm<T> = Pick<OfferedDraft<T>, 'initial' | 'change' | 'end'>

interface OfferedDraft<T> {
  /** What was typed before and not saved, where it differs from what is saved; null: nothing to offer. */
  offer: T | null
  /** What the form starts with: what is saved, or the draft that was chosen. */
  initial: T
  /** Counts the starts: a form that starts anew is another one. */
  start: number
  accept: () => void
  discard: () => void
  /** Every change of the form. */
  change: (value: T) => void
  /** What is typed is saved: the draft is over. */
  end: () => void
}

/**
 * The draft of a form that changes what is saved. It never stands in the form by itself: one careless
 * save would write it. It is offered, and ends with a save.
 */
export function useOfferedDraft<T>(
  name: string,
  saved: T,
  schema: DraftSchema<T>,
): OfferedDraft<T> {
  const textOf = (value: T) => JSON.stringify(schema.safeParse(value).data)
  const differing = (draft: T | null) =>
    draft !== null && textOf(draft) !== textOf(saved) ? draft : null
  const [offer, setOffer] = useState(() => differing(readDraft(name, schema)))
  const [{ initial, start }, setForm] = useState({ initial: saved, start: 0 })
  const end = () => {
    writeDraft(name, null)
    setOffer(null)
  }
  return {
    offer,
    initial,
    start,
    accept: () => {
      if (offer === null) return
      // Written again: something else may have been typed meanwhile.
      writeDraft(name, offer)
      setForm({ initial: offer, start: start + 1 })
      setOffer(null)
    },
    discard: end,
    change: (value) => writeDraft(name, differing(value)),
    end,
  }
}

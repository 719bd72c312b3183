import { useState } from 'react'
import { type DraftSchema, readDraft, writeDraft } from './draft.ts'

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

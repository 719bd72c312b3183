import { useState } from 'react'
import { type DraftSchema, readDraft, writeDraft } from './draft.ts'

/** What a form does with its draft. */
export type DraftOfForm<T> = Pick<OfferedDraft<T>, 'initial' | 'change' | 'end'>

interface OfferedDraft<T> {
  /**
   * What was typed before and not saved, where it differs from what is saved; null where there is nothing
   * to offer.
   */
  offer: T | null
  /** What the form starts with: what is saved, or the draft that was chosen. */
  initial: T
  /** Counts how often the form was started; used as its key, so that each start makes a new form. */
  start: number
  accept: () => void
  discard: () => void
  /** Every change of the form. */
  change: (value: T) => void
  /** What is typed is saved: the draft is over. */
  end: () => void
}

/**
 * The draft of a form that changes something saved. The draft is never put into the form by itself, since
 * one careless save would write it: it is offered, and a save ends it.
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
      // Written again, since something else may have been typed meanwhile.
      writeDraft(name, offer)
      setForm({ initial: offer, start: start + 1 })
      setOffer(null)
    },
    discard: end,
    change: (value) => writeDraft(name, differing(value)),
    end,
  }
}

import { useState } from 'react'
import { type DraftSchema, readDraft, writeDraft } from './draft.ts'

/** What a form does with its draft. */
export type DraftOfForm<T> = Pick<OfferedDraft<T>, 'initial' | 'change' | 'end'>

interface OfferedDraft<T> {
  /** Unsaved input that differs from the saved data; null if there is none. */
  offer: T | null
  /** The form's initial values: the saved data, or the accepted draft. */
  initial: T
  /** Counts starts of the form; used as its key, so that each start mounts a new form. */
  start: number
  accept: () => void
  discard: () => void
  /** Call on every change of the form. */
  change: (value: T) => void
  /** Call when the input is saved: deletes the draft. */
  end: () => void
}

/**
 * The draft of a form for saved data. It is offered instead of restored, since one careless save would write it; saving
 * deletes it.
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
      // Store it again, since the form may have overwritten it.
      writeDraft(name, offer)
      setForm({ initial: offer, start: start + 1 })
      setOffer(null)
    },
    discard: end,
    change: (value) => writeDraft(name, differing(value)),
    end,
  }
}

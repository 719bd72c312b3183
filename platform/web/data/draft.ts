import { useCallback, useState } from 'react'
import { DAY_MS } from '#platform/shared/durations.ts'

/** Unsaved input. It survives a reload and the end of a session. */
const PREFIX = 'letterlend.draft.'

/** A zod schema, or a function if zod is not needed. It rejects data stored by an older version. */
export interface DraftSchema<T> {
  safeParse: (value: unknown) => { data?: T | undefined }
}

/** A plain text, such as a message. */
export const textDraft: DraftSchema<string> = {
  safeParse: (value) => (typeof value === 'string' ? { data: value } : {}),
}

/** Whether something was postponed. */
export const flagDraft: DraftSchema<boolean> = {
  safeParse: (value) => ({ data: value === true }),
}

/** How long a draft is kept: as long as its tab, or on the device for some days after its last change. */
export type Keeping = 'tab' | { days: number }

const storageOf = (keeping: Keeping) => (keeping === 'tab' ? sessionStorage : localStorage)

/** Drafts on the device are stored with the time of their last change. */
function unpack(stored: unknown, keeping: Keeping): unknown {
  if (keeping === 'tab') return stored
  const { at, value } = Object(stored) as { at?: unknown; value?: unknown }
  return typeof at === 'number' && Date.now() - at < keeping.days * DAY_MS ? value : null
}

/** Null if there is none that matches the schema; an expired one is deleted. */
export function readDraft<T>(
  name: string,
  schema: DraftSchema<T>,
  keeping: Keeping = 'tab',
): T | null {
  try {
    const stored: unknown = JSON.parse(storageOf(keeping).getItem(PREFIX + name) ?? 'null')
    const value = unpack(stored, keeping)
    if (value === null && stored !== null) writeDraft(name, null, keeping)
    return schema.safeParse(value).data ?? null
  } catch {
    return null
  }
}

/** Null or an empty text deletes it. If storage is full or blocked, the draft is lost but typing still works. */
export function writeDraft(name: string, value: unknown, keeping: Keeping = 'tab'): void {
  try {
    const record = keeping === 'tab' ? value : { at: Date.now(), value }
    if (value === null || value === '') storageOf(keeping).removeItem(PREFIX + name)
    else storageOf(keeping).setItem(PREFIX + name, JSON.stringify(record))
  } catch {
    // The form itself still holds the values.
  }
}

/**
 * A state that is also stored as a draft, for forms that start empty. Forms of something saved use
 * `useOfferedDraft`.
 */
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

import { useCallback, useState } from 'react'
import { DAY_MS } from '#platform/shared/durations.ts'

/** What is typed but not yet saved; survives a reload and a session that ends. */
const PREFIX = 'letterlend.draft.'

/** A schema of zod, or a function where zod is not needed: it rejects what an older version stored. */
export interface DraftSchema<T> {
  safeParse: (value: unknown) => { data?: T | undefined }
}

/** A text by itself, such as a message. */
export const textDraft: DraftSchema<string> = {
  safeParse: (value) => (typeof value === 'string' ? { data: value } : {}),
}

/** Whether something was put off. */
export const flagDraft: DraftSchema<boolean> = {
  safeParse: (value) => ({ data: value === true }),
}

/** How long a draft is kept: as long as its tab, or on the device for so many days after it changed. */
export type Keeping = 'tab' | { days: number }

const storageOf = (keeping: Keeping) => (keeping === 'tab' ? sessionStorage : localStorage)

/** On the device a draft stands beside the time of its last change. */
function unpack(stored: unknown, keeping: Keeping): unknown {
  if (keeping === 'tab') return stored
  const { at, value } = Object(stored) as { at?: unknown; value?: unknown }
  return typeof at === 'number' && Date.now() - at < keeping.days * DAY_MS ? value : null
}

/** Null where there is none, or none of this schema; one that is too old is forgotten. */
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

/** Null or an empty text removes it. A full or blocked storage loses the draft, never the typing. */
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

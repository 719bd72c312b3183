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

/** Whether something was put off. */
export const flagDraft: DraftSchema<boolean> = {
  safeParse: (value) => ({ data: value === true }),
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

/** A state that is also a draft; for what begins empty. A form of what is saved: `useOfferedDraft`. */
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

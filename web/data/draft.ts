import { useCallback, useState } from 'react'

/** What is typed but not yet saved; survives a reload and a session that ends, not the tab. */
const PREFIX = 'letterlend.draft.'

export function readDraft<T>(name: string, isDraft: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/** Null removes it. A full or blocked storage loses the draft, never the typing. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // The form itself still holds the values.
  }
}

/** A state that is also a draft. `isDraft` guards against what an older version stored. */
export function useDraft<T>(
  name: string,
  initial: T,
  isDraft: (value: unknown) => value is T,
): [T, (value: T | null) => void] {
  const [value, setValue] = useState<T>(() => readDraft(name, isDraft) ?? initial)
  const change = useCallback(
    (next: T | null) => {
      writeDraft(name, next)
      setValue(next ?? initial)
    },
    [name, initial],
  )
  return [value, change]
}

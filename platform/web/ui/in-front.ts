import { useSyncExternalStore } from 'react'

/**
 * Keeps track of what lies over the screen: dialogs, an announcement, a tour. Whatever appears uninvited
 * waits until nothing is in front and nobody types.
 */
let inFront = 0
const listeners = new Set<() => void>()

const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

function tell(): void {
  for (const listener of listeners) listener()
}

/** Marks that something is shown over the screen, until the returned function is called. */
export function takeFront(): () => void {
  let isTaken = true
  inFront++
  tell()
  return () => {
    if (!isTaken) return
    isTaken = false
    inFront--
    tell()
  }
}

/** How many things lie over the screen. */
export function countInFront(): number {
  return inFront
}

export function onFrontChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Nothing lies over the screen and nobody is typing. */
export function isQuiet(): boolean {
  return inFront === 0 && !document.activeElement?.matches(FIELD)
}

function subscribe(listener: () => void) {
  const unsubscribe = onFrontChange(listener)
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    unsubscribe()
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}

export function useQuiet(): boolean {
  return useSyncExternalStore(subscribe, isQuiet)
}

import { useSyncExternalStore } from 'react'
import { createListeners } from '../data/listeners.ts'

/**
 * Keeps track of what lies over the screen: dialogs, an announcement, a tour. Whatever appears uninvited
 * waits until nothing is in front and nobody types.
 */
let inFront = 0
const front = createListeners()

const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Marks that something is shown over the screen, until the returned function is called. */
export function takeFront(): () => void {
  let isTaken = true
  inFront++
  front.tell()
  return () => {
    if (!isTaken) return
    isTaken = false
    inFront--
    front.tell()
  }
}

/** How many things lie over the screen. */
export function countInFront(): number {
  return inFront
}

export const onFrontChange = front.subscribe

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

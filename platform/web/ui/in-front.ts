import { useSyncExternalStore } from 'react'
import { createListeners } from '../data/listeners.ts'

/**
 * Tracks what covers the screen: dialogs, an announcement, a tour. Anything that appears by itself waits until nothing
 * is in front and the user is not typing.
 */
let inFront = 0
const front = createListeners()

const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Marks something as covering the screen, until the returned function is called. */
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

/** Number of things that cover the screen. */
export function countInFront(): number {
  return inFront
}

export const onFrontChange = front.subscribe

/** Whether nothing covers the screen and the user is not typing. */
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

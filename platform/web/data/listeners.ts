/** Whom to tell of a change of something that React does not hold; `subscribe` is for `useSyncExternalStore`. */
export interface Listeners {
  /** Tells `listener` of every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void
  /** Says to all of them that something has changed. */
  tell: () => void
  /** Whether nobody listens. */
  isEmpty: () => boolean
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell() {
      for (const listener of listeners) listener()
    },
    isEmpty: () => listeners.size === 0,
  }
}

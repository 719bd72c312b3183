/** Listeners for state outside of React; `subscribe` is for `useSyncExternalStore`. */
export interface Listeners {
  /** Calls `listener` on every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void
  /** Notifies all listeners of a change. */
  tell: () => void
  /** Whether there are no listeners. */
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

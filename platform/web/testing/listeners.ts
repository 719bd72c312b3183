import { vi } from 'vitest'

/**
 * Counts from now on how often something begins and ends to listen to the window or the document, until vitest
 * restores its mocks. A listener that is taken away by `once` or a signal counts as one that stayed.
 */
export function countListeners(): { added: number; removed: number } {
  const counts = { added: 0, removed: 0 }
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target
    vi.spyOn(target, 'addEventListener').mockImplementation((...args: unknown[]) => {
      counts.added++
      Reflect.apply(addEventListener, target, args)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((...args: unknown[]) => {
      counts.removed++
      Reflect.apply(removeEventListener, target, args)
    })
  }
  return counts
}

import { notifications } from '@mantine/notifications'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })

// Mantine needs both; the test environment has neither in a usable form.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

// Code that a test leaves running may send requests after it; they fail as without a network.
globalThis.fetch = () => Promise.reject(new TypeError('There is no server: a test gives its own.'))

// There is no layout: scroll containers get the height of a window, so that a windowed list shows its rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 800 },
  offsetHeight: { configurable: true, get: () => 40 },
})

afterEach(() => {
  cleanup()
  // Toasts of the previous test would still be queued.
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
})

import { notifications } from '@mantine/notifications'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })

// Mantine asks for both; the test environment has neither in a usable form.
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

// What a test leaves running asks once more when the test is over: of nobody, as without a network.
globalThis.fetch = () => Promise.reject(new TypeError('There is no server: a test gives its own.'))

// Nothing is laid out: what scrolls is as high as a window, so that a windowed list shows its rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 800 },
  offsetHeight: { configurable: true, get: () => 40 },
})

afterEach(() => {
  cleanup()
  // They wait for their turn, whoever shows them next.
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
})

import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { reloadWhereOutdated } from './reload-once.ts'

const reload = vi.fn()
const ask = vi.fn<(url: string, options: RequestInit) => Promise<{ status: number }>>()

beforeAll(reloadWhereOutdated)
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', ask)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  sessionStorage.clear()
  document.body.innerHTML = '<textarea></textarea>'
  const script = Object.assign(document.createElement('script'), { src: '/assets/index-old.js' })
  vi.spyOn(document, 'querySelector').mockReturnValue(script)
  ask.mockResolvedValue({ status: 404 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reload.mockReset()
  document.body.innerHTML = ''
})

/** Simulates code that failed to load; resolves when the reaction is decided. */
async function fail() {
  window.dispatchEvent(new Event('vite:preloadError'))
  await vi.advanceTimersByTimeAsync(0)
}
const field = () => {
  const element = document.body.firstElementChild
  if (!element) throw new Error('There is a field')
  return element
}
const type = () => field().dispatchEvent(new Event('input', { bubbles: true }))

it('the page reloads once if the server no longer has its build', async () => {
  await fail()
  expect(ask).toHaveBeenCalledWith(expect.stringContaining('/assets/index-old.js'), {
    method: 'HEAD',
    cache: 'no-store',
  })
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('the page reloads once if several files of one screen are missing', async () => {
  window.dispatchEvent(new Event('vite:preloadError'))
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('the page reloads again after the next update', async () => {
  await fail()
  vi.setSystemTime(Date.now() + HOUR_MS)
  await fail()
  expect(reload).toHaveBeenCalledTimes(2)
})

it.each([
  ['the build is there', () => ask.mockResolvedValue({ status: 200 })],
  ['the server is away', () => ask.mockResolvedValue({ status: 502 })],
  ['there is no network', () => ask.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['a field that is to be seen was typed into', type],
  [
    'it could not be remembered',
    () =>
      vi.stubGlobal('sessionStorage', {
        getItem: () => null,
        setItem() {
          throw new Error('blocked')
        },
      }),
  ],
])('the page does not reload if %s', async (_why, arrange) => {
  arrange()
  await fail()
  expect(reload).not.toHaveBeenCalled()
})

it('the page reloads if the field with the typed text is gone', async () => {
  type()
  field().remove()
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

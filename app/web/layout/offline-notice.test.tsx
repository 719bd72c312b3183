import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { noteNoAnswer } from '#platform/web/data/connection.ts'
import { KEPT_ANSWER, KEPT_PAGE, noteMapAge } from '#platform/web/data/map-age.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const answer = (headers: Record<string, string>) => new Response('{}', { headers })

afterEach(() => {
  act(() => noteMapAge(answer({})))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the offline notice shows the date of a cached map until the network responds again', async () => {
  await renderInApp(<OfflineNotice />, '/map')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:00:00 GMT', [KEPT_ANSWER]: 'yes' })))
  expect(screen.getByRole('status')).toHaveTextContent(/21.*2026/)
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:05:00 GMT' })))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('the offline notice shows the date of a map that the browser had cached itself', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderInApp(<OfflineNotice />, '/map')
  expect(screen.getByRole('status')).not.toHaveTextContent('2026')
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:00:00 GMT' })))
  expect(screen.getByRole('status')).toHaveTextContent(/21.*2026/)
})

it('the offline notice does not mention the map on another screen', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:00:00 GMT', [KEPT_ANSWER]: 'yes' })))
  await renderInApp(<OfflineNotice />, '/participate')
  expect(screen.getByRole('status')).not.toHaveTextContent('2026')
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement()
})

it('the offline notice reports an unreachable server until it responds again', async () => {
  vi.useFakeTimers()
  const fetchMock = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetchMock)
  await renderInApp(<OfflineNotice />, '/participate')
  void noteNoAnswer()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.')

  fetchMock.mockResolvedValue(new Response(null))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  fetchMock.mockClear()
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
  expect(fetchMock).not.toHaveBeenCalled()
})

it('the offline notice checks the server if the page itself was cached', async () => {
  vi.useFakeTimers()
  const fetchMock = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetchMock)
  document.documentElement.setAttribute(KEPT_PAGE, '')
  await renderInApp(<OfflineNotice />, '/map')
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:00:00 GMT' })))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('status')).toHaveTextContent(/21.*2026/)
  fetchMock.mockResolvedValue(new Response(null))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('the offline notice stays empty if only a single request is blocked', async () => {
  const fetchMock = vi.fn<typeof fetch>().mockResolvedValue(new Response(null))
  vi.stubGlobal('fetch', fetchMock)
  await renderInApp(<OfflineNotice />, '/participate')
  await act(noteNoAnswer)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(fetchMock).toHaveBeenCalledOnce()
})

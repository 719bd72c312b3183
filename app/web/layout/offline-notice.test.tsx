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

it('says of when a kept map is, until the network answers again', async () => {
  await renderInApp(<OfflineNotice />, '/map')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:00:00 GMT', [KEPT_ANSWER]: 'yes' })))
  expect(screen.getByRole('status')).toHaveTextContent(/21.*2026/)
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:05:00 GMT' })))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('tells the time of a map that the browser itself had kept', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderInApp(<OfflineNotice />, '/map')
  expect(screen.getByRole('status')).not.toHaveTextContent('2026')
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:00:00 GMT' })))
  expect(screen.getByRole('status')).toHaveTextContent(/21.*2026/)
})

it('speaks of no map on any other screen', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => noteMapAge(answer({ date: 'Sat, 21 Nov 2026 12:00:00 GMT', [KEPT_ANSWER]: 'yes' })))
  await renderInApp(<OfflineNotice />, '/participate')
  expect(screen.getByRole('status')).not.toHaveTextContent('2026')
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement()
})

it('says that a server without answer is out of reach, until it answers again', async () => {
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

it('asks whether the server is there when the page itself was a kept one', async () => {
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

it('says nothing while only a single request is blocked', async () => {
  const fetchMock = vi.fn<typeof fetch>().mockResolvedValue(new Response(null))
  vi.stubGlobal('fetch', fetchMock)
  await renderInApp(<OfflineNotice />, '/participate')
  await act(noteNoAnswer)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(fetchMock).toHaveBeenCalledOnce()
})

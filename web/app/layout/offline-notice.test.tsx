import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KEPT_ANSWER, noteMapAge } from '../../data/map-age.ts'
import { renderInApp } from '../../testing/render.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const answer = (headers: Record<string, string>) => new Response('{}', { headers })

afterEach(() => {
  act(() => noteMapAge(answer({})))
  vi.restoreAllMocks()
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

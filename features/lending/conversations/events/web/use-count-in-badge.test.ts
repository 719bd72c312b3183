import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { stubPushBrowser } from '#platform/web/testing/push-browser.ts'
import { useCountInBadge } from './use-count-in-badge.ts'

afterEach(() => vi.unstubAllGlobals())

it('useCountInBadge shows a known count on the icon and clears it at zero and on unmount', () => {
  const { setAppBadge, clearAppBadge } = stubPushBrowser()
  const { rerender, unmount } = renderHook(({ count }) => useCountInBadge(count), {
    initialProps: { count: undefined as number | undefined },
  })
  expect(setAppBadge).not.toHaveBeenCalled()
  expect(clearAppBadge).not.toHaveBeenCalled()
  rerender({ count: 2 })
  expect(setAppBadge).toHaveBeenLastCalledWith(2)
  rerender({ count: 0 })
  expect(clearAppBadge).toHaveBeenCalledOnce()
  rerender({ count: 1 })
  unmount()
  expect(clearAppBadge).toHaveBeenCalledTimes(2)
})

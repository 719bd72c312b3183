import { renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { titleWithCount, useCountInTitle } from './use-count-in-title.ts'

describe('titleWithCount', () => {
  it('replaces the count in a title', () => {
    expect(titleWithCount('Inbox', 2)).toBe('(2) Inbox')
    expect(titleWithCount('(2) Inbox', 120)).toBe('(99+) Inbox')
    expect(titleWithCount('(99+) Inbox', 0)).toBe('Inbox')
  })
})

describe('useCountInTitle', () => {
  it('keeps the count when a screen sets its own title', async () => {
    document.title = 'Map'
    renderHook(() => useCountInTitle(1))
    expect(document.title).toBe('(1) Map')
    document.title = 'Inbox'
    await vi.waitFor(() => expect(document.title).toBe('(1) Inbox'))
  })
})

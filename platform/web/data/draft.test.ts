import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#platform/shared/durations.ts'
import { readDraft, textDraft, useDraft, writeDraft } from './draft.ts'

const person = z.object({ name: z.string() })

afterEach(() => vi.restoreAllMocks())

describe('a draft', () => {
  it('is read as it was written, as a text or as a form', () => {
    writeDraft('text', 'Hello\n"you"')
    writeDraft('form', { name: 'Ada' })
    expect(readDraft('text', textDraft)).toBe('Hello\n"you"')
    expect(readDraft('form', person)).toEqual({ name: 'Ada' })
    expect(sessionStorage.getItem('letterlend.draft.form')).toBe('{"name":"Ada"}')
  })

  it('is deleted by null and by an empty text', () => {
    writeDraft('text', 'Hello')
    writeDraft('text', '')
    writeDraft('form', { name: 'Ada' })
    writeDraft('form', null)
    expect(sessionStorage).toHaveLength(0)
    expect(readDraft('text', textDraft)).toBeNull()
  })

  it('of another or no valid form is ignored', () => {
    writeDraft('form', { first: 'Ada' })
    writeDraft('text', ['Hello'])
    sessionStorage.setItem('letterlend.draft.broken', 'Hello')
    expect(readDraft('form', person)).toBeNull()
    expect(readDraft('text', textDraft)).toBeNull()
    expect(readDraft('broken', textDraft)).toBeNull()
  })

  it('is lost if storage fails, but the typed text stays in the field', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    const { result } = renderHook(() => useDraft('text', '', textDraft))
    act(() => result.current[1]('Hello'))
    expect(result.current[0]).toBe('Hello')
  })

  it('is restored on the next screen, which is empty after sending', () => {
    const first = renderHook(() => useDraft('text', '', textDraft))
    act(() => first.result.current[1]('Hello'))
    const next = renderHook(() => useDraft('text', '', textDraft))
    expect(next.result.current[0]).toBe('Hello')
    act(() => next.result.current[1](null))
    expect(next.result.current[0]).toBe('')
    expect(renderHook(() => useDraft('text', '', textDraft)).result.current[0]).toBe('')
  })
})

describe('a draft that stays on the device', () => {
  const WEEK = { days: 7 }
  it('survives its tab, and is separate from drafts of the tab', () => {
    writeDraft('order', { name: 'Ada' }, WEEK)
    sessionStorage.clear()
    expect(readDraft('order', person, WEEK)).toEqual({ name: 'Ada' })
    expect(readDraft('order', person)).toBeNull()
    writeDraft('order', null, WEEK)
    expect(localStorage).toHaveLength(0)
  })

  it('expires a week after its last change', () => {
    const now = Date.now()
    writeDraft('order', { name: 'Ada' }, WEEK)
    vi.spyOn(Date, 'now').mockReturnValue(now + 6.9 * DAY_MS)
    expect(readDraft('order', person, WEEK)).toEqual({ name: 'Ada' })
    vi.spyOn(Date, 'now').mockReturnValue(now + 7.1 * DAY_MS)
    expect(readDraft('order', person, WEEK)).toBeNull()
    expect(localStorage).toHaveLength(0)
  })
})

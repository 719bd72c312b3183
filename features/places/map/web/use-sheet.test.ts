import { describe, expect, it } from 'vitest'
import { sheetPixels, snapHeight } from './use-sheet.ts'

describe('the bottom sheet', () => {
  it('has three heights that fit even a very low screen', () => {
    expect(sheetPixels(784)).toEqual({ peek: 148, half: 408, full: 728 })
    const low = sheetPixels(200)
    expect(low.peek).toBeLessThanOrEqual(low.full)
    expect(low.half).toBeLessThanOrEqual(low.full)
  })

  it('snaps to the nearest height', () => {
    expect(snapHeight(200, 0, 784)).toBe('peek')
    expect(snapHeight(380, 0, 784)).toBe('half')
    expect(snapHeight(600, 0, 784)).toBe('full')
  })

  it('follows a flick', () => {
    expect(snapHeight(420, 1.5, 784)).toBe('full')
    expect(snapHeight(400, -1.5, 784)).toBe('peek')
  })
})

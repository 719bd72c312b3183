import { describe, expect, it } from 'vitest'
import { linesOf, messageHeight } from './message-height.ts'

/** Each letter is as wide as another. */
const one = () => 1

describe('the lines of a text', () => {
  it('are as many as its words need', () => {
    expect(linesOf('', 10, one)).toBe(1)
    expect(linesOf('ten letter', 10, one)).toBe(1)
    expect(linesOf('more than that', 10, one)).toBe(2)
    expect(linesOf('one two three four', 7, one)).toBe(3)
  })

  it('end at paragraphs, behind spaces and behind hyphens', () => {
    expect(linesOf('a\n\nb', 10, one)).toBe(3)
    expect(linesOf('ten letter    s', 10, one)).toBe(2)
    expect(linesOf('Samstag-Abend', 8, one)).toBe(2)
  })

  it('break a word that is wider than one, which begins in a line of its own', () => {
    expect(linesOf('a'.repeat(25), 10, one)).toBe(3)
    expect(linesOf(`so ${'a'.repeat(25)} end`, 10, one)).toBe(4)
  })
})

describe('the height of a message', () => {
  const setting = { listWidth: 390, rem: 16, widthOf: () => 0.5 }
  const heightOf = (text: string, first: boolean, showsMeta: boolean) =>
    messageHeight({ text, first, showsMeta }, setting)

  it('is that of its lines, its time and the room around it', () => {
    expect(heightOf('Yes', false, false)).toBe(44)
    expect(heightOf('Yes', true, false)).toBe(51)
    expect(heightOf('Yes', false, true)).toBe(62)
    // In 266 pixels of a line there is room for 31 letters of eight and a half.
    expect(heightOf('a'.repeat(32), false, false)).toBe(68)
  })

  it('is guessed with the letters of the page, and no wider than a bubble gets', () => {
    const wide = { listWidth: 3000, rem: 16, widthOf: () => 0.5 }
    expect(messageHeight({ text: 'a'.repeat(49), first: false, showsMeta: false }, wide)).toBe(44)
    expect(messageHeight({ text: 'a'.repeat(50), first: false, showsMeta: false }, wide)).toBe(68)
  })
})

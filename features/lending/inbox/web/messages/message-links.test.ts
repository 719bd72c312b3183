import { describe, expect, it } from 'vitest'
import { partsOf } from './message-links.ts'

const links = (text: string) => partsOf(text).filter(({ href }) => href !== undefined)

describe('the links of a message', () => {
  it('are its https URLs as they were written', () => {
    expect(partsOf('See https://example.org/a?b=1#c, please.')).toEqual([
      { text: 'See ' },
      { text: 'https://example.org/a?b=1#c', href: 'https://example.org/a?b=1#c' },
      { text: ', please.' },
    ])
    expect(links('https://de.wikipedia.org/wiki/Zürich')[0]?.text).toBe(
      'https://de.wikipedia.org/wiki/Zürich',
    )
    expect(partsOf('Nothing here')).toEqual([{ text: 'Nothing here' }])
  })

  it('exclude every other scheme, bare hosts and URLs with a user name', () => {
    for (const text of [
      'http://example.org',
      'www.example.org',
      'ada@example.org',
      'javascript:alert(1)',
      'data:text/html,<b>https</b>',
      'https://bank.example@other.example/',
      'https://bank.example:secret@other.example/',
    ]) {
      expect(links(text).map(({ href }) => href)).toEqual([])
    }
  })

  it('show the host that is really requested', () => {
    // The first letter is a Cyrillic one that looks like a Latin one.
    expect(links('https://\u0430pple.com/x')).toEqual([
      { text: 'https://xn--pple-43d.com/x', href: 'https://xn--pple-43d.com/x' },
    ])
    expect(links('https://example.org/\u202egpj.exe')).toEqual([])
  })

  it('keep every character of the message in its place', () => {
    const text = 'a https://example.org b\nhttps://example.com/?q=<b> c'
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})

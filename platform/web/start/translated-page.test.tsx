import { act } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { surviveTranslation } from './translated-page.ts'

surviveTranslation()

let container: HTMLElement
let root: Root
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
})

const show = (screen: ReactNode) => act(async () => root.render(<StrictMode>{screen}</StrictMode>))

function textNodes(): Text[] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts.filter((text) => text.parentElement?.localName !== 'font')
}
const fonts = () => {
  const outer = document.createElement('font')
  const inner = outer.appendChild(document.createElement('font'))
  return { outer, inner }
}

/** Ways in which translators change a text. */
const translators = {
  'puts another text where it was': (text: Text) => {
    const { outer, inner } = fonts()
    inner.textContent = `~${text.data}`
    text.parentNode?.insertBefore(outer, text)
    text.remove()
  },
  'puts another text behind it and removes it': (text: Text) => {
    const { outer, inner } = fonts()
    inner.textContent = `~${text.data}`
    text.after(outer)
    text.remove()
  },
  'wraps it': (text: Text) => {
    const { outer, inner } = fonts()
    text.replaceWith(outer)
    inner.append(text)
  },
  'takes it out before it wraps it': (text: Text) => {
    const { outer, inner } = fonts()
    const [parent, next] = [text.parentNode, text.nextSibling]
    inner.append(text)
    parent?.insertBefore(outer, next)
  },
}

describe.each(Object.entries(translators))('a translator that %s', (_what, translate) => {
  const translatePage = () => act(async () => textNodes().forEach(translate))
  const shown = () => container.textContent?.replaceAll('~', '')

  it('does not prevent React from removing a translated text', async () => {
    await show(
      <p>
        {'Hello '}
        {'Ada'}
        <b>!</b>
      </p>,
    )
    await translatePage()
    await show(
      <p>
        {'Hello '}
        {null}
        <b>!</b>
      </p>,
    )
    expect(shown()).toBe('Hello !')
    await show(null)
    expect(shown()).toBe('')
  })

  it('does not prevent React from changing a translated text twice, alone or among others', async () => {
    for (const count of [1, 2, 3]) {
      await show(
        <p>
          {count}
          {' letterboxes in '}
          {`view ${count}`}
          <b>{`${count} here`}</b>
        </p>,
      )
      await act(async () => {})
      expect(shown()).toBe(`${count} letterboxes in view ${count}${count} here`)
      await translatePage()
      expect(shown()).toBe(`${count} letterboxes in view ${count}${count} here`)
    }
  })

  it('does not prevent React from inserting an element before a translated text', async () => {
    await show(
      <p>
        {null}
        {'text'}
      </p>,
    )
    await translatePage()
    await show(
      <p>
        <i>first </i>
        {'text'}
      </p>,
    )
    expect(shown()).toBe('first text')
  })

  it('does not prevent React from moving translated texts', async () => {
    const texts = [
      <Plain key="a" text="a" />,
      <Plain key="b" text="b" />,
      <Plain key="c" text="c" />,
    ]
    await show(<p>{texts}</p>)
    await translatePage()
    await show(<p>{texts.toReversed()}</p>)
    expect(shown()).toBe('cba')
    await translatePage()
    await show(<p>{texts}</p>)
    expect(shown()).toBe('abc')
  })
})

it('does not bring back a text that React removed beside a translation', async () => {
  const parts = (count: number, last: string | null) => (
    <p>
      {count}
      {last}
    </p>
  )
  await show(parts(1, ' here'))
  await act(async () => {
    const { outer, inner } = fonts()
    inner.textContent = 'one'
    textNodes()[0]?.replaceWith(outer)
  })
  await show(parts(1, null))
  await show(parts(2, null))
  await act(async () => {})
  expect(container.textContent).toBe('2')
})

it('and merges several texts leaves all of them recoverable', async () => {
  await show(
    <p>
      {1}
      {' of '}
      {2}
    </p>,
  )
  await act(async () => {
    const texts = textNodes()
    const { outer, inner } = fonts()
    inner.textContent = '2 out of 1'
    texts[0]?.before(outer)
    for (const text of texts) text.remove()
  })
  await show(
    <p>
      {1}
      {' of '}
      {3}
    </p>,
  )
  await act(async () => {})
  expect(container.textContent).toBe('1 of 3')
})

it('does not hide errors of React about elements in the wrong place', () => {
  const element = document.createElement('p')
  expect(() => container.removeChild(element)).toThrow()
  expect(() => container.insertBefore(document.createElement('i'), element)).toThrow()
})

function Plain({ text }: { text: string }) {
  return text
}

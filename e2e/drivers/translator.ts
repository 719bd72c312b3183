import type { Visitor } from './visitor.ts'

/** How a translator changes a text node: it replaces or wraps it. */
export type Translating = 'replaces' | 'wraps'

/**
 * Translates the pages of a visitor as browsers do: every text node, including later ones, is replaced by two nested
 * `<font>` elements. The words stay the same, so that tests can find them.
 */
export async function translatePages(visitor: Visitor, translating: Translating): Promise<void> {
  await visitor.context.addInitScript((how) => {
    const translate = (text: Text) => {
      const parent = text.parentElement
      if (!text.data.trim() || !parent?.closest('body')) return
      if (parent.closest('script, style, textarea, noscript, font, [translate="no"]')) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      const { data } = text
      text.replaceWith(outer)
      inner.append(how === 'wraps' ? text : data)
    }
    const translateBelow = (node: Node) => {
      if (node instanceof Text) return translate(node)
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(translate)
    }
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translateBelow(target)
        else for (const node of addedNodes) if (node.isConnected) translateBelow(node)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, translating)
}

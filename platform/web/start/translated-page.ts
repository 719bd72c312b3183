/**
 * Lets the app survive the browser's own translation of the page. A translator replaces texts with `<font>` elements.
 * React then fails when it removes, moves or changes a text that is no longer where React left it
 * (https://github.com/facebook/react/issues/11538).
 *
 * Translators run outside of the page's scripts, so a mutation observer records each removed text with the `<font>`
 * that replaced it. Before React removes or moves such a text, and after React has changed it, the text is put back.
 * The translator then sees it as new.
 */
export function surviveTranslation(): void {
  const fontOf = new WeakMap<Text, Element>()
  const textsOf = new WeakMap<Element, Text[]>()

  /** Puts a text back in place of its translation, with the texts that were translated together with it. */
  const restore = (text: Text) => {
    const font = fontOf.get(text)
    if (!font) return
    const texts = textsOf.get(font) ?? []
    for (const each of texts) fontOf.delete(each)
    if (font.isConnected) font.replaceWith(...texts)
  }

  const changedTexts = new MutationObserver((records) => {
    for (const { target } of records) restore(target as Text)
  })
  const note = (records: MutationRecord[]) => {
    const newFonts = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)))
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const removed of removedNodes) {
        if (!(removed instanceof Text)) continue
        const around = fontAround(removed)
        // React moved it.
        if (removed.isConnected && !around) continue
        const fonts = [around, ...addedNodes, previousSibling, nextSibling].filter(isFont)
        // A text that React removes next to another text's translation has no translation itself.
        const font =
          fonts.find((each) => !textsOf.has(each)) ?? fonts.find((each) => newFonts.has(each))
        if (!font) continue
        fontOf.set(removed, font)
        textsOf.set(font, [...(textsOf.get(font) ?? []), removed])
        // Within its font the text is still visible, and so are its changes.
        if (!around) changedTexts.observe(removed, { characterData: true })
      }
    }
  }
  const translations = new MutationObserver(note)
  translations.observe(document, { childList: true, subtree: true })

  const restoreNow = (text: Text) => {
    note(translations.takeRecords())
    restore(text)
  }

  const { removeChild, insertBefore, appendChild } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child instanceof Text && child.parentNode !== this) {
      restoreNow(child)
      // If its translation is gone too, there is nothing left to remove.
      if (child.parentNode !== this) return child
    }
    return removeChild.call(this, child) as T
  }
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    child: T,
    before: Node | null,
  ): T {
    if (child instanceof Text) restore(child)
    if (!(before instanceof Text) || before.parentNode === this) {
      return insertBefore.call(this, child, before) as T
    }
    restoreNow(before)
    return insertBefore.call(this, child, before.parentNode === this ? before : null) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    if (child instanceof Text) restore(child)
    return appendChild.call(this, child) as T
  }
}

const isFont = (node: Node | null | undefined): node is Element =>
  node instanceof Element && node.localName === 'font'

/** The outermost font element around a text. */
function fontAround(text: Text): Element | null {
  let font = text.parentElement
  if (!isFont(font)) return null
  while (isFont(font.parentElement)) font = font.parentElement
  return font
}

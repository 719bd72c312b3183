import type { CustomPlugin, XastElement, XastRoot } from 'svgo'
import { RefusedArtwork } from './refused-artwork.ts'
import { allowedAttribute, DRAWING_ELEMENTS } from './svg-allowed.ts'

/** Larger files are usually traced photographs. */
const MOST_BYTES = 256 * 1024
const MOST_ELEMENTS = 4000
const MOST_RULES = 300
/** Elements after all references are expanded: a few lines can stand for billions. */
const MOST_DRAWN = 20_000
/** Nesting depth with references expanded: each level may allocate a picture of its own. */
const MOST_DEPTH = 50
const LARGEST_SIDE = 100_000

const count = (text: string, sign: string) => text.split(sign).length - 1

/** Rejects text that would be slow or unsafe to parse. */
function checkText(text: string): void {
  // Entities can expand to anything, including other files. Drawing programs do not need them.
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) throw new RefusedArtwork('unreadable')
  if (
    text.length > MOST_BYTES ||
    count(text, '<') > 2 * MOST_ELEMENTS ||
    count(text, '{') > MOST_RULES
  )
    throw new RefusedArtwork('tooLarge')
}

/** Removes what an element may not contain, and records which ids it refers to. */
function clean(element: XastElement, references: Map<XastElement, string[]>): void {
  const referredIds: string[] = []
  const kept = Object.entries(element.attributes).flatMap(([name, value]) => {
    const allowed = allowedAttribute(name, value)
    if (allowed?.reference) referredIds.push(allowed.reference)
    return allowed ? [[allowed.name, allowed.value] as const] : []
  })
  element.attributes = Object.fromEntries(kept)
  references.set(element, referredIds)
  element.children = element.children.filter((child) => {
    if (child.type !== 'element' || !DRAWING_ELEMENTS.has(child.name)) return false
    clean(child, references)
    return true
  })
}

/** Counts what an element draws with everything that it refers to. Rejects cycles and too many elements. */
function checkDrawn(root: XastElement, references: Map<XastElement, string[]>): void {
  const byId = new Map<string, XastElement>()
  for (const element of references.keys())
    if (element.attributes.id) byId.set(element.attributes.id, element)
  const drawnByElement = new Map<XastElement, number>()
  const under = new Set<XastElement>()
  const drawn = (element: XastElement): number => {
    const before = drawnByElement.get(element)
    if (before !== undefined) return before
    if (under.has(element)) throw new RefusedArtwork('unreadable')
    under.add(element)
    if (under.size > MOST_DEPTH) throw new RefusedArtwork('tooLarge')
    let total = 1
    for (const child of element.children) if (child.type === 'element') total += drawn(child)
    for (const id of references.get(element) ?? []) {
      const other = byId.get(id)
      if (other) total += drawn(other)
    }
    if (total > MOST_DRAWN) throw new RefusedArtwork('tooLarge')
    under.delete(element)
    drawnByElement.set(element, total)
    return total
  }
  drawn(root)
}

/** The visible area of a drawing: its `viewBox`, or its size. */
function readBox({ viewBox, width, height }: Record<string, string>): string {
  const box = viewBox
    ? viewBox
        .trim()
        .split(/[\s,]+/)
        .map(Number)
    : [0, 0, Number.parseFloat(width ?? ''), Number.parseFloat(height ?? '')]
  const [, , wide = 0, high = 0] = box
  const usable =
    box.length === 4 &&
    box.every((side) => Number.isFinite(side) && Math.abs(side) <= LARGEST_SIDE) &&
    wide > 0 &&
    high > 0
  if (!usable) throw new RefusedArtwork('unreadable')
  return box.join(' ')
}

function keepDrawing(tree: XastRoot): void {
  const root = tree.children.find((child) => child.type === 'element')
  if (root?.type !== 'element' || root.name !== 'svg') throw new RefusedArtwork('unreadable')
  const viewBox = readBox(root.attributes)
  const references = new Map<XastElement, string[]>()
  clean(root, references)
  checkDrawn(root, references)
  const { fill, stroke, color } = root.attributes
  root.attributes = { xmlns: 'http://www.w3.org/2000/svg', viewBox }
  if (fill) root.attributes.fill = fill
  if (stroke) root.attributes.stroke = stroke
  if (color) root.attributes.color = color
  tree.children = [root]
}

/**
 * Rewrites an SVG file with nothing but its drawing. Styles become attributes first; then everything that is not listed
 * in svg-allowed.ts is removed.
 * @throws {RefusedArtwork}
 */
export async function readSvg(file: Buffer): Promise<string> {
  const text = decode(file)
  checkText(text)
  const { optimize } = await import('svgo')
  const drawing: CustomPlugin = {
    name: 'keepDrawing',
    fn: (root) => {
      keepDrawing(root)
      return null
    },
  }
  try {
    const { data } = optimize(text, {
      plugins: [
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        'convertStyleToAttrs',
        drawing,
      ],
    })
    return data
  } catch (error) {
    throw error instanceof RefusedArtwork ? error : new RefusedArtwork('unreadable')
  }
}

function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new RefusedArtwork('unreadable')
  }
}

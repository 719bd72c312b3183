import type { Box } from '../crowding/box-grid.ts'
import type { Place } from './sheet.ts'

export interface LabelStyle {
  font: string
  /** Height of a line in CSS pixels. */
  size: number
  kind: 'town' | 'village' | 'quarter'
}

/** A label with its box in CSS pixels of the whole world at one zoom. */
export interface Label {
  text: string
  style: LabelStyle
  x: number
  y: number
  width: number
  height: number
}

/** Minimum population for a place to be named, by zoom. Beyond the last entry every place is named. */
const LEAST_POPULATION = [
  9e6, 7e6, 5e6, 2.5e6, 1e6, 4e5, 1.2e5, 5e4, 2e4, 8e3, 3e3, 1200, 500,
] as const
const LEAST_QUARTER: Record<number, number> = { 12: 9000, 13: 3000, 14: 900 }
const TITLE_FONT = "'Bricolage Grotesque', sans-serif"
export const TEXT_FONT = "'Nunito Sans Variable', sans-serif"

/** The fonts that must be loaded before names can be measured. */
export const LABEL_FONTS = [`700 16px ${TITLE_FONT}`, `600 12px ${TEXT_FONT}`] as const

function isNamed(place: Place, zoom: number): boolean {
  if (place.quarter) return zoom >= 12 && place.population >= (LEAST_QUARTER[zoom] ?? 0)
  return place.population >= (LEAST_POPULATION[zoom] ?? 0)
}

/** The larger a place is for its zoom, the larger its name. */
export function labelStyle(place: Place, zoom: number): LabelStyle {
  if (place.quarter) {
    const size = zoom >= 15 ? 14 : 12
    return { font: `600 ${size}px ${TEXT_FONT}`, size, kind: 'quarter' }
  }
  const weight = Math.log2(place.population) + Math.min(zoom, 13) * 0.9
  if (weight > 24 || (zoom <= 6 && place.population > 1e6)) {
    const size = weight > 28 ? 20 : weight > 26 ? 17 : 15
    return { font: `700 ${size}px ${TITLE_FONT}`, size, kind: 'town' }
  }
  const size = weight > 21 ? 13 : 12
  return { font: `600 ${size}px ${TEXT_FONT}`, size, kind: 'village' }
}

/** Size in pixels of the cells used to find a label's neighbours. */
const CELL = 160

/**
 * Chooses the labels of one zoom so that none overlap: greedily, the largest population first. The choice depends only
 * on the places and not on the visible area, so labels stay put while panning.
 * @param language of the names, where places have several
 * @param measure width in CSS pixels of a text in a font
 */
export function placeLabels(
  places: readonly Place[],
  zoom: number,
  language: string,
  measure: (text: string, font: string) => number,
): Label[] {
  const scale = 256 * 2 ** zoom
  const gap = zoom < 8 ? 14 : 8
  const cells = new Map<string, Label[]>()
  const labels: Label[] = []
  const candidates = places
    .filter((place) => isNamed(place, zoom))
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
  for (const place of candidates) {
    const style = labelStyle(place, zoom)
    const text = place.translated[language] ?? place.name
    const label: Label = {
      text,
      style,
      x: place.x * scale,
      y: place.y * scale,
      width: measure(text, style.font),
      height: style.size * 1.25,
    }
    const keys = cellsOf(label, gap)
    if (keys.some((key) => cells.get(key)?.some((other) => collide(label, other, gap)))) continue
    labels.push(label)
    for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), label])
  }
  return labels
}

/** The box that a label covers, in CSS pixels of the whole world at its zoom. */
export function labelBox({ x, y, width, height }: Label): Box {
  return {
    left: x - width / 2,
    right: x + width / 2,
    top: y - height / 2,
    bottom: y + height / 2,
  }
}

function collide(a: Label, b: Label, gap: number): boolean {
  return (
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap &&
    Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gap / 2
  )
}

function cellsOf({ x, y, width, height }: Label, gap: number): string[] {
  const keys: string[] = []
  const cell = (value: number) => Math.floor(value / CELL)
  for (let i = cell(x - width / 2 - gap); i <= cell(x + width / 2 + gap); i++) {
    for (let j = cell(y - height / 2 - gap); j <= cell(y + height / 2 + gap); j++) {
      keys.push(`${i}/${j}`)
    }
  }
  return keys
}

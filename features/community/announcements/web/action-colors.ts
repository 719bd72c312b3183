/** Minimum contrast of text in WCAG 2.2 AA. */
const MIN_CONTRAST = 4.5

/** Red, green and blue between 0 and 1 from `#rgb` or `#rrggbb`; null for anything else. */
function parseHex(text: string | null | undefined): number[] | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text ?? '')?.[1]
  if (!digits) return null
  const pairs = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => Number.parseInt(pairs.slice(at, at + 2), 16) / 255)
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

interface ActionColors {
  background: string
  borderColor: string
  color: string
}

/** The colours of a button if both are plain colours with enough contrast. */
export function actionColors(action: {
  bg_color?: string | null | undefined
  color?: string | null | undefined
}): ActionColors | undefined {
  const background = parseHex(action.bg_color)
  const text = parseHex(action.color)
  if (!background || !text || !action.bg_color || !action.color) return undefined
  const [dark = 0, light = 0] = [luminance(background), luminance(text)].sort((a, b) => a - b)
  if ((light + 0.05) / (dark + 0.05) < MIN_CONTRAST) return undefined
  return { background: action.bg_color, borderColor: action.bg_color, color: action.color }
}

/**
 * Rules for a community's colours, used by the server, which decides, and by the form, which shows problems
 * immediately.
 */

/** A colour as `#rrggbb`. */
type Colour = string

export interface BrandColours {
  /** Buttons and the letterbox: post yellow, unless the community has its own colour. */
  primary: Colour
  /** Text and outlines in the light theme; the dark theme has light ones. */
  ink: Colour
}

export const PRESET_COLOURS: BrandColours = { primary: '#ffc53d', ink: '#16324f' }

/** WCAG 2.2, success criterion 1.4.3. */
export const MIN_CONTRAST = 4.5

/** Backgrounds of text in the light theme; same as in platform/web/start/theme-variables.css. */
export const LIGHT_SURFACES: readonly Colour[] = ['#fffbf2', '#ffffff', '#fff4d6', '#ddf0f9']
/** Dark text on buttons of the dark theme. */
export const DARK_THEME_INK: Colour = '#10263c'
const WHITE: Colour = '#ffffff'

const channels = (colour: Colour) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** WCAG 2.2, relative luminance. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The more readable of two text colours on a background. */
const better = (on: Colour, ...texts: [Colour, Colour]): Colour =>
  contrast(on, texts[0]) >= MIN_CONTRAST || contrast(on, texts[0]) >= contrast(on, texts[1])
    ? texts[0]
    : texts[1]

/** Text on the primary colour: ink if it is readable, otherwise white. */
export const textOnPrimary = ({ primary, ink }: BrandColours, scheme: 'light' | 'dark'): Colour =>
  better(primary, scheme === 'light' ? ink : DARK_THEME_INK, WHITE)

/** The primary colour of a pressed button: with more contrast to its text. */
export function strongPrimary(colours: BrandColours, scheme: 'light' | 'dark'): Colour {
  const { primary } = colours
  const towards = luminance(textOnPrimary(colours, scheme)) < luminance(primary) ? 255 : 0
  const mixed = channels(primary).map((value) => Math.round(value + (towards - value) * 0.18))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Where text would be unreadable, with its contrast; null if all text is readable. */
export function findLowContrast(
  colours: BrandColours,
): { field: keyof BrandColours; scheme: 'light' | 'dark'; contrast: number } | null {
  const onPaper = Math.min(...LIGHT_SURFACES.map((surface) => contrast(colours.ink, surface)))
  if (onPaper < MIN_CONTRAST) return { field: 'ink', scheme: 'light', contrast: onPaper }
  for (const scheme of ['light', 'dark'] as const) {
    const found = contrast(colours.primary, textOnPrimary(colours, scheme))
    if (found < MIN_CONTRAST) return { field: 'primary', scheme, contrast: found }
  }
  return null
}

const COLOUR = /^#[0-9a-f]{6}$/

/** A rule that overrides platform/web/start/theme-variables.css. */
function rule(variables: Record<string, Colour>): string {
  const declarations = Object.entries(variables).map(([name, value]) => {
    if (!COLOUR.test(value)) throw new Error(`Unexpected colour of ${name}`)
    return `--ll-${name}:${value}`
  })
  return `html:root{${declarations.join(';')}}`
}

const primaryIn = (colours: BrandColours, scheme: 'light' | 'dark') => ({
  yellow: colours.primary,
  'yellow-strong': strongPrimary(colours, scheme),
  'on-yellow': textOnPrimary(colours, scheme),
})

function rulesOf(light: Record<string, Colour>, dark: Record<string, Colour>): string {
  return [
    `@media not screen,not (prefers-color-scheme:dark){${rule(light)}}`,
    `@media screen and (prefers-color-scheme:dark){${rule(dark)}}`,
  ].join('')
}

/** The community's colours as a stylesheet; empty if it has none of its own. */
export function brandRules(colours: BrandColours): string {
  const { primary, ink } = colours
  if (primary === PRESET_COLOURS.primary && ink === PRESET_COLOURS.ink) return ''
  const light = { ...primaryIn(colours, 'light'), ink, outline: ink, edge: ink }
  return rulesOf(light, primaryIn(colours, 'dark'))
}

/** Buttons in the colour of the site around an embedded map, as a stylesheet. */
export function buttonRules(primary: Colour): string {
  const colours = { ...PRESET_COLOURS, primary }
  return rulesOf(primaryIn(colours, 'light'), primaryIn(colours, 'dark'))
}

/** Whether the text of a button in this colour is readable, in light and dark. */
export const isReadableButton = (primary: Colour): boolean =>
  findLowContrast({ ...PRESET_COLOURS, primary }) === null

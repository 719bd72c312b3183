import {
  type BrandColours,
  brandRules,
  PRESET_COLOURS,
} from '#platform/shared/settings/brand-colours.ts'

/** Background of the bars in both themes; see platform/web/start/theme-variables.css. */
export const PAPER = { light: '#fffbf2', dark: '#0f1c2b' } as const

/** Colour of the browser's bar: the community's colour if it has one, else the paper. */
export const themeColours = ({ primary }: BrandColours): { light: string; dark: string } =>
  primary === PRESET_COLOURS.primary ? PAPER : { light: primary, dark: PAPER.dark }

/** CSS with the community's colours; empty if it has none. */
export function brandStyle(colours: BrandColours): string {
  const rules = brandRules(colours)
  return rules && `<style data-brand>${rules}</style>`
}

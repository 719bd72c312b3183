import {
  type BrandColours,
  brandRules,
  PRESET_COLOURS,
} from '#platform/shared/settings/brand-colours.ts'

/** What the bars of both themes are drawn on; see platform/web/start/theme-variables.css. */
export const PAPER = { light: '#fffbf2', dark: '#0f1c2b' } as const

/** The colour of the browser's own bar: the community's colour if it has one, else that of the paper. */
export const themeColours = ({ primary }: BrandColours): { light: string; dark: string } =>
  primary === PRESET_COLOURS.primary ? PAPER : { light: primary, dark: PAPER.dark }

/** The community's colours for the head of a page; empty where it has none of its own. */
export function brandStyle(colours: BrandColours): string {
  const rules = brandRules(colours)
  return rules && `<style data-brand>${rules}</style>`
}

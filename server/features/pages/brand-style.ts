import {
  type BrandColours,
  PRESET_COLOURS,
  strongPrimary,
  textOnPrimary,
} from '@letterlend/contract/brand-colours.ts'

/** What the bars of both themes are drawn on; see web/start/theme-variables.css. */
export const PAPER = { light: '#fffbf2', dark: '#0f1c2b' } as const

/** What a browser draws its own bar in: the community's colour where it has one, else the paper. */
export const themeColours = ({ primary }: BrandColours): { light: string; dark: string } =>
  primary === PRESET_COLOURS.primary ? PAPER : { light: primary, dark: PAPER.dark }

const COLOUR = /^#[0-9a-f]{6}$/

/** A rule that outweighs those of web/start/theme-variables.css. */
function rule(variables: Record<string, string>): string {
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

/** The community's colours for the head of a page; empty where it has none of its own. */
export function brandStyle(colours: BrandColours): string {
  const { primary, ink } = colours
  if (primary === PRESET_COLOURS.primary && ink === PRESET_COLOURS.ink) return ''
  const light = { ...primaryIn(colours, 'light'), ink, outline: ink, edge: ink }
  return [
    '<style>',
    `@media not (prefers-color-scheme:dark){${rule(light)}}`,
    `@media (prefers-color-scheme:dark){${rule(primaryIn(colours, 'dark'))}}`,
    '</style>',
  ].join('')
}

import { buttonRules, isReadableButton } from '#platform/shared/settings/brand-colours.ts'
import type { Embedded } from './embed-url.ts'

const SCHEME = 'prefers-color-scheme'

/**
 * Gives the embedded map the colours of the site around it. Styles follow the visitor's device by media queries, so a
 * fixed scheme makes the rules of one scheme hold always and those of the other never.
 */
export function applyLook({ scheme, colour }: Pick<Embedded, 'scheme' | 'colour'>): void {
  if (colour && isReadableButton(colour)) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(buttonRules(colour))
    document.adoptedStyleSheets.push(sheet)
  }
  if (!scheme) return
  document.documentElement.style.colorScheme = scheme
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    for (const rule of sheet.cssRules) fixScheme(rule, scheme)
  }
}

function fixScheme(rule: CSSRule, scheme: 'light' | 'dark'): void {
  if (rule instanceof CSSMediaRule && rule.media.mediaText.includes(SCHEME)) {
    const { mediaText } = rule.media
    const isDark = mediaText.includes('dark') !== mediaText.startsWith('not')
    rule.media.mediaText = isDark === (scheme === 'dark') ? 'all' : 'not all'
  }
  if (!(rule instanceof CSSGroupingRule)) return
  for (const inner of rule.cssRules) fixScheme(inner, scheme)
}

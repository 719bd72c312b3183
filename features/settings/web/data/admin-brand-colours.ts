import { type BrandColours, brandRules } from '#platform/shared/settings/brand-colours.ts'

let shown: CSSStyleSheet | null = null

/** Shows the community's new colours in this page, which was loaded with the earlier ones. */
export function showBrandColours(colours: BrandColours): void {
  document.querySelector('style[data-brand]')?.remove()
  if (!shown) {
    shown = new CSSStyleSheet()
    document.adoptedStyleSheets.push(shown)
  }
  shown.replaceSync(brandRules(colours))
}

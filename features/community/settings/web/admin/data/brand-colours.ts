import { type BrandColours, brandRules } from '#platform/shared/settings/brand-colours.ts'

let shownSheet: CSSStyleSheet | null = null

/** Applies the community's new colours to this page, which was loaded with the earlier ones. */
export function showBrandColours(colours: BrandColours): void {
  document.querySelector('style[data-brand]')?.remove()
  if (!shownSheet) {
    shownSheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(shownSheet)
  }
  shownSheet.replaceSync(brandRules(colours))
}

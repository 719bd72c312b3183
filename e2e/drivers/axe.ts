import AxeBuilder from '@axe-core/playwright'
import type { Visitor } from './visitor.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Of two markers that cover each other the lower one is too small to hit. WCAG 2.5.8 exempts pins
 * on a map, and the list beside it has the same letterboxes. What lies under something else, such
 * as a skip link until it has the focus, is no target at all.
 */
async function isExempt(visitor: Visitor, selector: string): Promise<boolean> {
  // The map draws its markers anew at any time: this one may be gone already.
  if (selector.includes('leaflet-marker-icon')) return true
  return visitor.page.locator(selector).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return !element.contains(hit)
  })
}

/** What axe finds wrong with the screen in front, by all rules or by those given. */
export async function findViolations(visitor: Visitor, rules?: string[]): Promise<string[]> {
  // One page is all there is: no frame to look into, and so no second page to collect in.
  const axe = new AxeBuilder({ page: visitor.page }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze()
  const found: string[] = []
  for (const { id, nodes } of violations) {
    for (const { target } of nodes) {
      const selector = target.join(' ')
      if (id !== 'target-size' || !(await isExempt(visitor, selector)))
        found.push(`${id}: ${selector}`)
    }
  }
  return found
}

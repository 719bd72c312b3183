import AxeBuilder from '@axe-core/playwright'
import type { Visitor } from './visitor.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * If two markers overlap, the lower one is too small to hit. WCAG 2.5.8 exempts pins on a map, and the list beside it
 * has the same letterboxes.
 */
function isExempt({ page, t }: Visitor, selector: string): Promise<boolean> {
  return page.evaluate(
    ([selector, map]) => {
      const element = document.querySelector(selector)
      // The map may redraw its markers at any time, so this one may be gone.
      if (!element) return true
      return element.closest(`[aria-label="${map}"]`) !== null
    },
    [selector, t('map:mapLabel')] as const,
  )
}

/** Violations that axe finds on the current screen, by all rules or only the given ones. */
export async function findViolations(visitor: Visitor, rules?: string[]): Promise<string[]> {
  // The page has no frames, so axe needs no second page for collecting results.
  const axe = new AxeBuilder({ page: visitor.page }).setLegacyMode(true).options({
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
    // Reporting elements without violations would take as long as checking them.
    resultTypes: ['violations'],
  })
  const { violations } = await axe.analyze()
  const problems: string[] = []
  for (const { id, nodes } of violations) {
    for (const { target } of nodes) {
      const selector = target.join(' ')
      if (id !== 'target-size' || !(await isExempt(visitor, selector)))
        problems.push(`${id}: ${selector}`)
    }
  }
  return problems
}

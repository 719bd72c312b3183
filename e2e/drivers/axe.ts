import AxeBuilder from '@axe-core/playwright'
import type { Visitor } from './visitor.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Of two markers that cover each other the lower one is too small to hit. WCAG 2.5.8 exempts pins
 * on a map, and the list beside it has the same letterboxes.
 */
function isExempt({ page, t }: Visitor, selector: string): Promise<boolean> {
  return page.evaluate(
    ([selector, map]) => {
      const element = document.querySelector(selector)
      // The map may draw its markers anew at any time: this one is gone already.
      if (!element) return true
      return element.closest(`[aria-label="${map}"]`) !== null
    },
    [selector, t('map:mapLabel')] as const,
  )
}

/** What axe finds wrong with the screen in front, by all rules or by those given. */
export async function findViolations(visitor: Visitor, rules?: string[]): Promise<string[]> {
  // The page has no frames, so that axe needs no second page to collect results in.
  const axe = new AxeBuilder({ page: visitor.page }).setLegacyMode(true).options({
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
    // Describing each element without a fault takes as long as checking it.
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

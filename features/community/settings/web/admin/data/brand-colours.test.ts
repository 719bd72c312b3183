import { expect, it } from 'vitest'
import { showBrandColours } from './brand-colours.ts'

const rulesOf = () => document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules])

it('showBrandColours replaces the colours of the page with the saved ones, and restores the preset', () => {
  document.head.innerHTML = '<style data-brand>html:root{--ll-ink:#000000}</style>'
  showBrandColours({ primary: '#0a5c3e', ink: '#202020' })
  expect(document.querySelector('style[data-brand]')).toBeNull()
  expect(rulesOf()[0]?.cssText).toContain('--ll-yellow: #0a5c3e')
  showBrandColours({ primary: '#ffc53d', ink: '#16324f' })
  expect(rulesOf()).toEqual([])
  expect(document.adoptedStyleSheets).toHaveLength(1)
})

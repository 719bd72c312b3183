import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { PhoneFold } from './phone-fold.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Makes the screen as wide as a phone, or wider. */
function stubWidth(isPhone: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isPhone && query.includes('max-width: 767'),
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
}

it.each([
  ['folds what is inside on a phone', true],
  ['shows what is inside on a wide screen', false],
])('a fold %s', async (_what, isPhone) => {
  stubWidth(isPhone)
  await renderInApp(
    <PhoneFold label="Figures">
      <p>Inside</p>
    </PhoneFold>,
  )
  const inside = screen.getByText('Inside')
  if (isPhone) expect(inside).not.toBeVisible()
  else expect(inside).toBeVisible()
  expect(screen.queryByText('Figures') !== null).toBe(isPhone)
})

it('a fold whose content is in use is open', async () => {
  stubWidth(true)
  await renderInApp(
    <PhoneFold label="Filters" open>
      <p>Inside</p>
    </PhoneFold>,
  )
  expect(screen.getByText('Inside')).toBeVisible()
})

it('a fold whose buttons are all missing is not shown', async () => {
  stubWidth(true)
  await renderInApp(
    <PhoneFold label="More">
      {null}
      {null}
    </PhoneFold>,
  )
  expect(screen.queryByText('More')).toBeNull()
})

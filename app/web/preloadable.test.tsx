import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { preloadable } from './preloadable.tsx'

const fallback = <p>on its way</p>

it('a preloaded component renders immediately', async () => {
  const Page = preloadable(async () => () => <p>arrived</p>)
  await Page.preload()
  render(<Page />, { wrapper: (props) => <Suspense fallback={fallback} {...props} /> })
  expect(screen.getByText('arrived')).toBeTruthy()
})

it('a component loads at its first rendering, and stays the same after a later preload', async () => {
  const Page = preloadable(async () => () => <p>arrived</p>)
  const view = render(<Page />, {
    wrapper: (props) => <Suspense fallback={fallback} {...props} />,
  })
  expect(screen.getByText('on its way')).toBeTruthy()
  const first = await screen.findByText('arrived')
  await Page.preload()
  view.rerender(<Page />)
  expect(screen.getByText('arrived')).toBe(first)
})

it('a component loads again at its rendering after a failed preload', async () => {
  let tries = 0
  const Page = preloadable(async () => {
    tries += 1
    if (tries === 1) throw new Error('no network')
    return () => <p>arrived</p>
  })
  await expect(Page.preload()).rejects.toThrow('no network')
  render(<Page />, { wrapper: (props) => <Suspense fallback={fallback} {...props} /> })
  expect(await screen.findByText('arrived')).toBeTruthy()
})

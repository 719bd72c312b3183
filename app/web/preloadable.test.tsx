import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { preloadable } from './preloadable.tsx'

const fallback = <p>on its way</p>

it('renders at once what was preloaded', async () => {
  const Page = preloadable(async () => () => <p>arrived</p>)
  await Page.preload()
  render(<Page />, { wrapper: (props) => <Suspense fallback={fallback} {...props} /> })
  expect(screen.getByText('arrived')).toBeTruthy()
})

it('is loaded when it is rendered first, and stays the same component once it was preloaded', async () => {
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

it('tries again when it is rendered after a preload that failed', async () => {
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

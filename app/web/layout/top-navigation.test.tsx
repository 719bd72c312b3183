import { act, fireEvent, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countListeners } from '#platform/web/testing/listeners.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { Layout } from './layout.tsx'

// Counted instead of measured: whoever opens the menu waits for its links, and for nothing of the screen below.

let commits = 0
let screens = 0
let footers = 0
let api: ReturnType<typeof answeringFetch>
let navigate: NavigateFunction

vi.mock('./footer.tsx', async (importActual) => {
  const actual = await importActual<typeof import('./footer.tsx')>()
  return {
    ...actual,
    Footer: (props: { compact: boolean }) => {
      footers += 1
      return <actual.Footer {...props} />
    },
  }
})

function Screen() {
  navigate = useNavigate()
  screens += 1
  return <h1>Ladders</h1>
}

beforeEach(async () => {
  api = answeringFetch({})
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <Profiler
      id="app"
      onRender={() => {
        commits += 1
      }}
    >
      <Layout>
        <Screen />
      </Layout>
    </Profiler>,
    '/about',
  )
  await screen.findByRole('heading', { name: 'Ladders' })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('renders the menu alone where it is opened and closed, asks nothing and leaves no listener', () => {
  const button = screen.getByRole('button', { name: 'Menu' })
  const elements = document.querySelectorAll('*').length
  const callsBefore = api.calls.length
  const listeners = countListeners()
  for (let time = 0; time < 3; time++) {
    for (const isOpen of [true, false]) {
      commits = 0
      screens = 0
      footers = 0
      if (isOpen) fireEvent.click(button)
      else fireEvent.keyDown(document.body, { key: 'Escape' })
      expect(button).toHaveAttribute('aria-expanded', String(isOpen))
      expect({ commits, screens, footers }).toEqual({ commits: 1, screens: 0, footers: 0 })
      // What closes it where one presses beside it.
      expect(document.querySelectorAll('*').length - elements).toBe(isOpen ? 1 : 0)
    }
  }
  expect(api.calls.length).toBe(callsBefore)
  expect(listeners.added).toBeGreaterThan(0)
  expect(listeners.added - listeners.removed).toBe(0)
})

it('closes the menu where a link leads elsewhere', () => {
  const button = screen.getByRole('button', { name: 'Menu' })
  fireEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  fireEvent.click(screen.getByRole('link', { name: 'Log in' }))
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

it('keeps the menu open where the map writes into its address where it is, and closes it on another way', async () => {
  const button = screen.getByRole('button', { name: 'Menu' })
  fireEvent.click(button)
  await act(() => navigate('?lat=47.1&lng=9.5', { replace: true }))
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await act(() => navigate('?sticker=1'))
  expect(button).toHaveAttribute('aria-expanded', 'false')
  fireEvent.click(button)
  await act(() => navigate(-1))
  expect(button).toHaveAttribute('aria-expanded', 'false')
  fireEvent.click(button)
  await act(() => navigate('/impact', { replace: true }))
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

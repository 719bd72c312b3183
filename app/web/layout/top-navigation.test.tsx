import { act, fireEvent, screen } from '@testing-library/react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { Layout } from './layout.tsx'

let navigate: NavigateFunction

function Screen() {
  navigate = useNavigate()
  return <h1>Ladders</h1>
}

beforeEach(async () => {
  vi.stubGlobal('fetch', answeringFetch({}).fetch)
  await renderInApp(
    <Layout>
      <Screen />
    </Layout>,
    '/about',
  )
  await screen.findByRole('heading', { name: 'Ladders' })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('Escape closes the menu', () => {
  const button = screen.getByRole('button', { name: 'Menu' })
  fireEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

it('a link closes the menu', () => {
  const button = screen.getByRole('button', { name: 'Menu' })
  fireEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  fireEvent.click(screen.getByRole('link', { name: 'Log in' }))
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

it('the menu stays open when the map updates its own address, and closes on other navigation', async () => {
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

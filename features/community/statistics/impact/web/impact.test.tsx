import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { Impact } from '../contract.ts'
import { ImpactScreen } from './impact-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const NOTHING = { count: null, at_least: true }
const NEW: Impact = {
  letterboxes: NOTHING,
  loans: NOTHING,
  accepted: NOTHING,
  months: [],
  most_wanted: [],
  most_lent: [],
}
const LIVELY: Impact = {
  letterboxes: { count: 1893, at_least: true },
  loans: { count: 1240, at_least: false },
  accepted: { count: null, at_least: true },
  months: [
    { month: '2026-10', loans: 1200, letterboxes: 40 },
    { month: '2026-11', loans: null, letterboxes: null },
    { month: '2026-12', loans: 40, letterboxes: 7 },
  ],
  most_wanted: [
    { item_id: 2, count: 1100 },
    { item_id: 1, count: 8 },
  ],
  most_lent: [],
}
const item = (id: number, name: string) => ({ id, name_en: name, image_path: `${name}.svg` })

async function show(answer: () => { status?: number; body: unknown }) {
  const { fetch, calls } = answeringFetch({
    'GET /impact': answer,
    'GET /items': () => ({ body: [item(1, 'Ladder'), item(2, 'Tent')] }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<ImpactScreen />)
  return calls
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

it('the screen shows each number of the plots in a table', async () => {
  await show(() => ({ body: LIVELY }))
  for (const summary of await screen.findAllByText('The numbers as a table'))
    await userEvent.click(summary)
  expect(rowsOf(screen.getByRole('table', { name: 'Loans by month' }))).toEqual([
    ['December 2026 (so far)', '40'],
    ['November 2026', 'fewer than 5'],
    ['October 2026', '1,200'],
  ])
  expect(rowsOf(screen.getByRole('table', { name: 'New letterboxes by month' }))[2]).toEqual([
    'October 2026',
    '40',
  ])
  expect(
    screen.getByRole('img', {
      name: /loans by month, October 2026 to December 2026; most in October 2026: 1,200/,
    }),
  ).toBeInTheDocument()
})

it('the screen names the most wanted items, and says if there are no numbers', async () => {
  await show(() => ({ body: LIVELY }))
  expect(rowsOf(await screen.findByRole('table', { name: 'Most wanted' }))).toEqual([
    ['Tent', '1,100'],
    ['Ladder', '8'],
  ])
  expect(screen.queryByRole('table', { name: 'Most lent' })).toBeNull()
  expect(screen.getByText('Nothing has been lent 5 times yet.')).toBeVisible()
})

it('the screen shows totals, and marks incomplete ones', async () => {
  await show(() => ({ body: LIVELY }))
  const numbers = await screen.findAllByRole('definition')
  expect(numbers.map((number) => number.textContent)).toEqual(['1,893+', 'fewer than 5', '1,240'])
})

it('the screen invites to join if nothing has happened yet', async () => {
  await show(() => ({ body: NEW }))
  expect(await screen.findByRole('heading', { name: 'It begins with one sticker' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Join in' })).toHaveAttribute('href', '/participate')
  expect(screen.queryByRole('table')).toBeNull()
})

it('the screen can be loaded again after an error', async () => {
  let works = false
  await show(() => (works ? { body: LIVELY } : { status: 500, body: { code: 'internal' } }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  works = true
  await userEvent.click(retry)
  expect(await screen.findByText('1,893+')).toBeVisible()
})

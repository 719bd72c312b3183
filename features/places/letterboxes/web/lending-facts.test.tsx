import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testLetterbox } from '#platform/web/testing/letterbox.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { Letterbox } from '../contract.ts'
import { AnswerBand } from './answer-band.tsx'
import { LetterboxHeader } from './letterbox-header.tsx'
import { LetterboxThanks } from './letterbox-thanks.tsx'
import { NearbyRow } from './nearby-row.tsx'

beforeEach(() => vi.setSystemTime('2026-11-20T12:00:00Z'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const letterbox = testLetterbox({
  items: [
    { id: 1, image_path: 'ladder.svg', available: false, lent_until: null },
    { id: 2, image_path: 'drill.svg', available: true, lent_until: null },
  ],
  answers: 'day',
  loans: 3,
})

const row = (searched: number[], shown: Letterbox = letterbox) =>
  renderInApp(
    <NearbyRow
      letterbox={shown}
      searched={searched}
      items={[]}
      onOpen={vi.fn()}
      onHover={vi.fn()}
      pointed={false}
    />,
  )

it.each([
  ['day', 'Usually answers within a day'],
  ['days', 'Usually answers within a few days'],
  ['new', 'New here'],
  ['rarely', 'Rarely answers'],
] as const)('the answer band is shown in words: %s', async (answers, words) => {
  await renderInApp(<AnswerBand letterbox={{ ...letterbox, answers }} />)
  expect(screen.getByText(words)).toBeVisible()
})

it('the answer band of a silent letterbox says so, whatever it answered before', async () => {
  await renderInApp(<AnswerBand letterbox={{ ...letterbox, silent: true }} />)
  expect(screen.getByText('Has not answered lately')).toBeVisible()
  expect(screen.queryByText('Usually answers within a day')).toBeNull()
})

it('the answer band does not call a letterbox new after years', async () => {
  const created_at = '2024-01-01T00:00:00.000Z'
  await renderInApp(<AnswerBand letterbox={{ ...letterbox, answers: 'new', created_at }} />)
  expect(screen.getByText('Few requests so far')).toBeVisible()
})

it('the answer band is hidden if the letterbox cannot be asked', async () => {
  for (const one of [
    { ...letterbox, enable_messaging: false },
    { ...letterbox, role_name: 'reseller' as const },
  ]) {
    const { container, unmount } = await renderInApp(<AnswerBand letterbox={one} />)
    expect(container.querySelector('[data-answers]')).toBeNull()
    unmount()
  }
})

it('a letterbox that is not reachable says so in the list and on its page', async () => {
  // A server reports such a letterbox as not taking messages.
  const outOfReach = { ...letterbox, enable_messaging: false, reachable: false }
  const { unmount } = await row([1], outOfReach)
  expect(screen.getByRole('button')).toHaveTextContent('Not reachable online yet')
  unmount()
  await renderInApp(<LetterboxHeader letterbox={outOfReach} own={false} />)
  expect(screen.getByText('Not reachable online yet')).toBeVisible()
})

it('the header shows no confirmation for unconfirmed stickers', async () => {
  const imported = { ...letterbox, items_confirmed_at: null }
  const { unmount } = await renderInApp(<LetterboxHeader letterbox={letterbox} own={false} />)
  expect(screen.getByText(/^Confirmed/)).toBeVisible()
  unmount()
  await renderInApp(<LetterboxHeader letterbox={imported} own={false} />)
  expect(screen.queryByText(/Confirmed/)).toBeNull()
})

it('the header shows how often the letterbox has lent', async () => {
  await renderInApp(<LetterboxHeader letterbox={letterbox} own={false} />)
  expect(screen.getByText('Lent 3 times')).toBeVisible()
})

it('a row is marked as lent only if the searched item is lent', async () => {
  const { unmount } = await row([1])
  expect(screen.getByRole('button')).toHaveTextContent('lent right now')
  expect(screen.getByRole('button')).toHaveTextContent('Usually answers within a day')
  unmount()
  const both = await row([1, 2])
  expect(screen.getByRole('button')).not.toHaveTextContent('lent right now')
  both.unmount()
  await row([])
  expect(screen.getByRole('button')).not.toHaveTextContent('lent right now')
})

it('a row shows the owner’s line about the searched item only', async () => {
  const line = '3 m, needs <b>two</b> people'
  const items = letterbox.items.map((item) => (item.id === 1 ? { ...item, line } : item))
  const { unmount } = await row([1], { ...letterbox, items })
  expect(screen.getByText(line)).toBeVisible()
  unmount()
  await row([2], { ...letterbox, items })
  expect(screen.queryByText(line)).toBeNull()
})

it.each([
  ['2026-11-20', 'lent until today'],
  ['2026-11-22', 'lent until Sunday'],
  ['2026-12-05', 'lent until 5 December'],
])('a row shows until when the item is lent: %s', async (lent_until, words) => {
  const [ladder, drill] = letterbox.items
  if (!ladder || !drill) throw new Error('Unexpected letterbox without stickers')
  const items = [{ ...ladder, lent_until }, drill]
  await row([1], { ...letterbox, items })
  expect(screen.getByRole('button')).toHaveTextContent(words)
})

it('thank-yous are shown as plain text, with their month', async () => {
  const { fetch } = answeringFetch({
    'GET /letterboxes/thanks': () => ({
      body: [{ text: '<b>Thank you</b>\nso much', month: '2026-03' }],
    }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<LetterboxThanks id={letterbox.id} />)
  expect(await screen.findByText(/<b>Thank you<\/b>/)).toBeVisible()
  expect(screen.getByText('March 2026')).toBeVisible()
})

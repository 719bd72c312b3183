import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { testLetterbox } from '#platform/web/testing/letterbox.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { LETTERBOX_LIST_LIMIT } from '../contract.ts'
import type { NearbyQuery } from './data/letterboxes.ts'
import { NearbyList } from './nearby-list.tsx'

const QUERY: NearbyQuery = {
  box: { west: 9, south: 47, east: 10, north: 48 },
  origin: { latitude: 47.141, longitude: 9.523 },
  nearestTo: 'middle',
  stickerIds: [],
  match: 'any',
  messagingOnly: false,
  preferAnswers: false,
}
const ALL = Array.from({ length: 25 }, (_, i) =>
  testLetterbox({ id: `${i}`, address: `Landstrasse ${i + 1}` }),
)
const noop = () => undefined
const print = vi.fn()

async function show() {
  vi.stubGlobal('print', print)
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/letterboxes')) return Response.json({}, { status: 503 })
    const limit = Number(new URL(url, location.origin).searchParams.get('limit'))
    expect(limit).toBeLessThanOrEqual(LETTERBOX_LIST_LIMIT.max)
    return Response.json({ letterboxes: ALL.slice(0, limit), total: ALL.length })
  })
  await renderInApp(
    <NearbyList
      query={QUERY}
      page={1}
      onPage={noop}
      items={[]}
      onOpen={noop}
      onHover={noop}
      pointed={[]}
      onChooseOther={noop}
      onShowOnMap={noop}
      onAnyMessaging={undefined}
      onAnyDay={undefined}
      onPreferAnswers={noop}
      wish={() => null}
    />,
  )
  await screen.findByText('Landstrasse 1')
}

afterEach(() => {
  vi.unstubAllGlobals()
  print.mockReset()
})

it.each([
  ['the button', () => fireEvent.click(screen.getByRole('button', { name: 'Print all 25' }))],
  ['Ctrl+P', () => fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })],
  ['Cmd+P', () => fireEvent.keyDown(document.body, { key: 'p', metaKey: true })],
])('%s prints every row of the list, with its source and the day', async (_, press) => {
  await show()
  expect(screen.queryByText('Landstrasse 25')).toBeNull()
  let printed = ''
  print.mockImplementation(() => {
    printed = document.body.textContent
  })
  press()
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  for (const { address } of ALL) expect(printed).toContain(address)
  expect(printed).toMatch(/From Letterlend, localhost[:\d]*, on .*\d{4}/)
  fireEvent(window, new Event('afterprint'))
  await waitFor(() => expect(screen.queryByText('Landstrasse 25')).toBeNull())
})

it('Ctrl+P does not open the browser’s own print dialog, and other keys keep their function', async () => {
  await show()
  const isLeft = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init)
  expect(isLeft({ key: 'p' })).toBe(true)
  expect(isLeft({ key: 'f', ctrlKey: true })).toBe(true)
  expect(isLeft({ key: 'p', ctrlKey: true })).toBe(false)
  await waitFor(() => expect(print).toHaveBeenCalled())
})

it('a page that is printed from the menu names the button that prints every row', async () => {
  await show()
  expect(screen.getByText(/one page of the list.*“Print all 25”/)).toBeInTheDocument()
})

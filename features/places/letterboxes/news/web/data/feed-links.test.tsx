import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { useFeedLinks } from './feed-links.ts'

const HORGEN = { latitude: 47.25968, longitude: 8.59812, zoom: 14 }
const FEED = '/api/v1/letterboxes/news.atom?lat=47.26&lng=8.598&km=3&lang=en'

/** A map that is ready after the first press and shows more with each further one. */
function MovingMap() {
  const [view, setView] = useState<typeof HORGEN | null>(null)
  useFeedLinks(view)
  return (
    <button
      type="button"
      onClick={() => setView(view ? { ...view, zoom: view.zoom - 5 } : HORGEN)}
    />
  )
}
const press = () => userEvent.click(screen.getByRole('button'))

const linksOf = (type: string) =>
  [...document.head.querySelectorAll(`link[rel="alternate"][type="${type}"]`)].map((link) => [
    link.getAttribute('title'),
    link.getAttribute('href'),
  ])

it('the links for feed readers follow the map, and keep the title that the server wrote', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    '<link rel="alternate" type="application/atom+xml" title="Letterlend: new near here" href="/there">',
  )
  await renderInApp(<MovingMap />)
  expect(linksOf('application/atom+xml')).toEqual([['Letterlend: new near here', '/there']])
  await press()
  expect(linksOf('application/atom+xml')).toEqual([['Letterlend: new near here', FEED]])
  expect(linksOf('application/feed+json')).toEqual([['Letterlend', FEED.replace('atom', 'json')]])
  await press()
  expect(linksOf('application/atom+xml')).toEqual([
    ['Letterlend: new near here', FEED.replace('km=3', 'km=20')],
  ])
})

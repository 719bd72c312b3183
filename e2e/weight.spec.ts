import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { MapScreen } from './drivers/map-screen.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

/**
 * What a first visit of the start page loads on a phone, in gzipped bytes by kind. See
 * docs/decisions/0049-first-visit.md.
 */
const MOST = {
  page: 3_400,
  script: 186_000,
  /** The worker that draws the map; it blocks nothing that can be pressed. */
  worker: 25_600,
  styles: 17_000,
  fonts: 45_200,
  artwork: 2_900,
  map: 114_500,
  /** Includes the names of the markers, which also load three seconds later. */
  calls: 40_000,
}
type Kind = keyof typeof MOST
/** Files of all kinds: each costs headers and a place in the queue. */
const MOST_FILES = 47
/** Loads three seconds later, with what the service worker stores: a slow machine is not ready by then. */
const LATER = /\/(afterwards|register)-[^/]*\.js$/

const PATHS: [Kind, RegExp][] = [
  ['worker', /\/painter\.worker-/],
  ['script', /\.js$/],
  ['styles', /\.css$/],
  ['fonts', /\.woff2$/],
  ['artwork', /\.(svg|png)$/],
  ['map', /^\/basemap\//],
  ['calls', /^\/api\//],
]
const kindOf = (path: string): Kind => PATHS.find(([, places]) => places.test(path))?.[0] ?? 'page'

/** The size that the server sends to clients that accept gzip; fonts are already compressed. */
const weightOf = (kind: Kind, body: Buffer) =>
  kind === 'fonts' ? body.length : gzipSync(body, { level: 9 }).length

test('the start page loads few bytes of each kind, no form validation, and two fonts', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  /** Full address by path. */
  const answers = new Map<string, string>()
  const asked: string[] = []
  visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  visitor.page.on('response', (response) => {
    const { protocol, pathname } = new URL(response.url())
    if (protocol === 'http:' && !LATER.test(pathname)) answers.set(pathname, response.url())
  })
  await new MapScreen(visitor).open()
  await visitor.page.waitForLoadState('networkidle')
  // Streets load last and are most of the map.
  await expect
    .poll(() => [...answers.keys()].filter((path) => path.endsWith('.mvt')).length)
    .toBeGreaterThan(2)
  await visitor.page.waitForLoadState('networkidle')

  const weights = new Map<Kind, number>()
  for (const [path, address] of answers) {
    const kind = kindOf(path)
    // Requested again, because the browser does not keep what its workers have read.
    const body = await (await visitor.page.request.get(address)).body()
    weights.set(kind, (weights.get(kind) ?? 0) + weightOf(kind, body))
    if (kind === 'script' || kind === 'worker') expect(body.includes('ZodError'), path).toBe(false)
    // Must run before React; with imports it would run after it.
    if (path.includes('/first-')) expect(body.toString()).not.toMatch(/\bfrom *["']/)
  }
  for (const [kind, most] of Object.entries(MOST) as [Kind, number][]) {
    const weight = weights.get(kind) ?? 0
    expect(weight, kind).toBeGreaterThan(most / 2)
    expect(weight, kind).toBeLessThan(most)
  }

  expect(answers.size).toBeLessThanOrEqual(MOST_FILES)

  // The order of requests: the map's code before the app starts, the map's worker during rendering, and letterboxes
  // after it.
  const first = (path: RegExp) => asked.findIndex((each) => path.test(each))
  const inOrder = [
    /\/first-/,
    /\/map-page-.*\.js$/,
    /\/config$/,
    /\/painter\.worker-/,
    /\/letterboxes\/tiles\//,
  ].map(first)
  expect(inOrder[0]).toBeGreaterThan(0)
  expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))

  const fonts = () => [...answers.keys()].filter((path) => path.endsWith('.woff2'))
  expect(fonts().filter((file) => !/-latin-(wght|700)-/.test(file))).toEqual([])
  expect(fonts()).toHaveLength(2)
  // Glyphs that most visitors never need load with the first such letter, in both typefaces.
  await visitor.page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const other = document.createElement('span')
    other.style.fontFamily = 'var(--ll-font-text)'
    other.textContent = 'Łęczna'
    heading.replaceChildren('Łódź ', other)
  })
  await expect.poll(() => fonts().filter((file) => file.includes('-latin-ext-')).length).toBe(2)
})

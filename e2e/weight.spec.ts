import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { MapScreen } from './drivers/map-screen.ts'
import { Visitor } from './drivers/visitor.ts'

/** JavaScript of the start page, all files together, with gzip. See docs/decisions/0012-start-page.md. */
const MAX_BYTES = 186_000
/** What draws the map beside it, in a worker: it holds up nothing that can be pressed. */
const MAX_WORKER_BYTES = 25_000
const WORKER = /\/painter\.worker-/

test('the start page loads little JavaScript, none of what validates forms, and two fonts', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const bodies = new Map<string, Promise<Buffer>>()
  const fonts = new Set<string>()
  visitor.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) bodies.set(pathname, response.body())
    if (pathname.endsWith('.woff2')) fonts.add(pathname)
  })
  await new MapScreen(visitor).open()
  await visitor.page.waitForLoadState('networkidle')
  const files = await Promise.all(bodies.values())
  const bytesOf = async (isMeant: (path: string) => boolean) => {
    const meantBodies = await Promise.all(
      [...bodies].filter(([path]) => isMeant(path)).map(([, b]) => b),
    )
    return meantBodies.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
  }
  expect(await bytesOf((path) => !WORKER.test(path))).toBeLessThan(MAX_BYTES)
  expect(await bytesOf((path) => WORKER.test(path))).toBeLessThan(MAX_WORKER_BYTES)
  expect(files.filter((file) => file.includes('ZodError'))).toEqual([])

  expect([...fonts].filter((file) => !file.includes('-latin-wght-'))).toEqual([])
  expect(fonts.size).toBe(2)
  // What most never need comes with the first letter of it, in both typefaces.
  await visitor.page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const other = document.createElement('span')
    other.style.fontFamily = 'var(--ll-font-text)'
    other.textContent = 'Łęczna'
    heading.replaceChildren('Łódź ', other)
  })
  await expect.poll(() => [...fonts].filter((file) => file.includes('-latin-ext-')).length).toBe(2)
})

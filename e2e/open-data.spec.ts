import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { blocksOf } from '../scripts/documented.mjs'
import { Api, type LetterboxRow } from './drivers/api.ts'
import { freePort, ROOT } from './drivers/server-process.ts'
import { Visitor } from './drivers/visitor.ts'

const ADMIN = { email: 'admin@letterlend.example', password: 'letterlend-demo' }
/** A community may write anything here; the pages must show it as text. */
const TERMS = {
  attribution: 'Verein <b>Leihkasten</b>',
  licence: 'CC BY 4.0',
  licence_url: 'https://creativecommons.org/licenses/by/4.0/',
}
const CREDIT = `${TERMS.attribution} ${TERMS.licence}`
const NONCE = 'ZG9jcw'
/** Hosts that the map of the document loads from. */
const CDN = 'unpkg.com'
const TILES = 'tile.openstreetmap.org'
/** A transparent GIF. */
const TILE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const document = readFileSync(join(ROOT, 'docs', 'open-data.md'), 'utf8')

/** The code below a heading of the document, with the address of the server under test. */
function codeBelow(heading: string, origin: string): string {
  const [, section = ''] = document.split(`\n### ${heading}\n`)
  const [block] = blocksOf(section)
  if (!block) throw new Error(`docs/open-data.md has no code below "${heading}"`)
  return block.lines.join('\n').replaceAll('https://lend.example.org', origin)
}

/** Serves the same page at each address, as another site does. */
async function otherSite(html: string, policy: string | null) {
  const port = await freePort()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (policy) response.setHeader('content-security-policy', policy)
    response.end(html)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${port}/page`, close: () => server.close() }
}

/** Answers for the foreign hosts, with the same library from the installed packages. */
async function standInForStrangers({ context }: Visitor): Promise<void> {
  await context.route(`https://${CDN}/leaflet@*/dist/**`, (route) => {
    const [, file = ''] = new URL(route.request().url()).pathname.split('/dist/')
    return route.fulfill({ path: join(ROOT, 'node_modules', 'leaflet', 'dist', file) })
  })
  await context.route(`https://${TILES}/**`, (route) =>
    route.fulfill({ body: TILE, contentType: 'image/gif' }),
  )
}

const EXAMPLES: { heading: string; shows: (page: Page, api: Api) => Promise<void> }[] = [
  {
    heading: 'A map in 20 lines',
    async shows(page, api) {
      const first = await api.get<{ features: unknown[]; next: string | null }>(
        '/letterboxes/geojson',
      )
      expect(first.next).not.toBeNull()
      const markers = page.locator('.leaflet-marker-icon')
      // More than one page of the list.
      await expect.poll(() => markers.count()).toBeGreaterThan(first.features.length)
      await expect
        .poll(() => markers.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      await markers.first().focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('.leaflet-popup-content')).toHaveText(/\S/)
      await expect(page.locator('#map')).toHaveCSS('height', '400px')
      await expect(page.locator('.leaflet-control-attribution')).toContainText(CREDIT)
    },
  },
  {
    heading: 'A list of the nearest',
    async shows(page, api) {
      const { letterboxes } = await api.get<{ letterboxes: LetterboxRow[] }>(
        '/letterboxes?north_east=48,10&south_west=46,6&latitude=47.16&longitude=9.51&limit=10',
      )
      const rows = page.locator('#list li')
      await expect(rows).toHaveCount(10)
      for (const [index, { city }] of letterboxes.entries())
        await expect(rows.nth(index)).toHaveText(new RegExp(`^${city}: \\S`))
      await expect(page.locator('#credit')).toHaveText(CREDIT)
    },
  },
  {
    heading: 'A count',
    async shows(page) {
      await expect(page.locator('#count')).toHaveText(
        /^[1-9]\d+ letterboxes lend something here\.$/,
      )
      await expect(page.locator('#credit')).toHaveText(CREDIT)
    },
  },
]

// One worker: the settings are those of the server that all tests share.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const api = new Api(test.info().project.use.baseURL ?? '')
  const { api_token } = await api.post<{ api_token: string }>('/auth/login', ADMIN)
  const settings = await api.get<{ key: string; version: number }[]>('/admin/settings', api_token)
  const { version } = settings.find(({ key }) => key === 'open_data') ?? {}
  await api.post('/admin/settings/save', { key: 'open_data', version, value: TERMS }, api_token)
})

test('a page shows the map in a frame if its policy allows what docs/open-data.md says', async ({
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const [, policy = ''] = /`(frame-src [^`]+)`/.exec(document) ?? []
  const site = await otherSite(
    `<iframe title="map" width="600" height="480" src="${origin}/embed?z=15"></iframe>`,
    `default-src 'none'; ${policy.replace('https://lend.example.org', origin)}`,
  )
  const visitor = await Visitor.arrive(browser)
  await visitor.page.goto(site.url)
  const frame = visitor.page.frameLocator('iframe')
  await expect(frame.locator('.leaflet-marker-icon').first()).toBeVisible()
  site.close()
  await visitor.leave()
})

for (const { heading, shows } of EXAMPLES) {
  for (const isStrict of [false, true]) {
    const where = isStrict ? 'on a page with the documented policy' : 'on any page'
    test(`"${heading}" of docs/open-data.md runs ${where}`, async ({ browser, baseURL }) => {
      const origin = baseURL ?? ''
      const html = codeBelow(heading, origin)
      const policy = codeBelow('On a page with a strict policy', origin)
      const site = isStrict
        ? await otherSite(
            html.replace(/<(style|script)(?=>| type)/g, `<$1 nonce="${NONCE}"`),
            policy.replaceAll('nonce-...', `nonce-${NONCE}`),
          )
        : await otherSite(html, null)
      const visitor = await Visitor.arrive(browser, { mayAsk: [CDN, TILES] })
      await standInForStrangers(visitor)
      await visitor.page.goto(site.url)
      await shows(visitor.page, new Api(origin))
      expect(visitor.complaints).toEqual([])
      site.close()
      await visitor.leave()
    })
  }
}

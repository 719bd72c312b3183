import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { PAPER, themeColours } from './brand-style.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import { languageOf } from './pages.routes.ts'

const icon = (file: string, edge: number, purpose: 'any' | 'maskable') => ({
  src: `/${file}`,
  sizes: `${edge}x${edge}`,
  type: 'image/png',
  purpose,
})

/** What a device needs to install the web app, under the name of this community. */
export function addManifestRoute(app: FastifyInstance, deps: Deps): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    const lang = languageOf(request)
    const { brand } = deps.settings.current()
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language')
    return reply.type('application/manifest+json').send(
      JSON.stringify({
        id: '/',
        name: brand.name,
        short_name: brand.name,
        description: PAGE_TEXTS[lang].description,
        lang,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: PAPER.light,
        theme_color: themeColours(brand).light,
        icons: [
          icon('icon-192.png', 192, 'any'),
          icon('icon-512.png', 512, 'any'),
          icon('icon-maskable-512.png', 512, 'maskable'),
        ],
      }),
    )
  })
}

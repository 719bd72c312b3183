import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { brandIconSource } from '#platform/shared/settings/brand-logo.ts'
import { PAPER, themeColours } from './brand-style.ts'
import { pageTextsIn } from './page-texts.ts'
import { languageOf, varyByLanguage } from './pages.routes.ts'

const OWN = { small: '/icon-192.png', large: '/icon-512.png', maskable: '/icon-maskable-512.png' }

const iconOf = (
  logo: string | null,
  name: keyof typeof OWN,
  edge: number,
  purpose: 'any' | 'maskable',
) => ({
  src: logo ? brandIconSource(logo, name) : OWN[name],
  sizes: `${edge}x${edge}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest, under the name of this community. */
export function addManifestRoute(app: FastifyInstance, deps: Deps): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    const lang = languageOf(request)
    const { brand } = deps.settings.current()
    varyByLanguage(reply)
    return reply.type('application/manifest+json').send(
      JSON.stringify({
        id: '/',
        name: brand.name,
        short_name: brand.name,
        description: pageTextsIn(lang).description,
        lang,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: PAPER.light,
        theme_color: themeColours(brand).light,
        icons: [
          iconOf(brand.logo, 'small', 192, 'any'),
          iconOf(brand.logo, 'large', 512, 'any'),
          iconOf(brand.logo, 'maskable', 512, 'maskable'),
        ],
      }),
    )
  })
}

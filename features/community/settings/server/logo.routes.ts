import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#platform/server/deps.ts'
import { LIFELESS } from '#platform/server/http/content-security.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { BRAND_ICONS, type BrandIcon } from '#platform/shared/settings/brand-logo.ts'
import { drawIcon, findLogo } from './kept/brand-logo.ts'

const A_YEAR = 'public, max-age=31536000, immutable'
const ICON_NAME = new RegExp(`^[0-9a-f]{32}-(${Object.keys(BRAND_ICONS).join('|')})\\.png$`)
/** Number of cached icons: those of the current logo and some that were tried. */
const KEPT = 32

/** The community's logo and the icons drawn from it. Addressed by hash, so they never change. */
export function addLogoRoutes(app: FastifyInstance, { database }: Deps): void {
  const kept = new LRUCache<string, Buffer>({
    max: KEPT,
    async fetchMethod(name) {
      const logo = await findLogo(database.orm, name)
      const icon = ICON_NAME.exec(name)?.[1] as BrandIcon | undefined
      return logo && icon ? drawIcon(logo, icon) : (logo ?? undefined)
    },
  })
  app.get<{ Params: { name: string } }>(
    '/img/brand/:name(^[0-9a-f]{32}(?:[.]svg|[.]png|-touch[.]png|-small[.]png|-large[.]png|-maskable[.]png)$)',
    { schema: { hide: true }, config: { rateLimit: false } },
    async ({ params: { name } }, reply) => {
      const content = await kept.fetch(name)
      if (!content) throw new AppError('not_found')
      return reply
        .header('content-security-policy', LIFELESS)
        .header('cache-control', A_YEAR)
        .type(name.endsWith('.png') ? 'image/png' : 'image/svg+xml; charset=utf-8')
        .send(content)
    },
  )
}

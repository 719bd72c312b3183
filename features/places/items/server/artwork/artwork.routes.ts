import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#platform/server/deps.ts'
import { LIFELESS } from '#platform/server/http/content-security.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { isLetterPath } from './letter-sticker.ts'
import { readSticker } from './sticker-files.ts'

const TYPES = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const
const A_YEAR = 'public, max-age=31536000, immutable'
/** The program draws the initials, and a later version may draw them differently. */
const A_WEEK = 'public, max-age=604800'
const KEPT_BYTES = 16 * 1024 * 1024

/** Serves stickers that are not catalogue files: uploaded ones from the database, and drawn initials. */
export function addArtworkRoutes(app: FastifyInstance, { database }: Deps): void {
  // Stickers named by a hash never change, so they can be cached.
  const keptStickers = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  const read = async (name: string): Promise<Buffer> => {
    const keptSticker = keptStickers.get(name)
    if (keptSticker) return keptSticker
    const sticker = await readSticker(database.orm, name)
    if (!sticker) throw new AppError('not_found')
    const content = sticker.own ? Buffer.from(sticker.svg) : sticker.content
    keptStickers.set(name, content)
    return content
  }
  app.get<{ Params: { name: string } }>(
    '/img/stickers/:name(^(?:[0-9a-f]{32}[.](?:svg|png)|letter-[a-z]+-[a-z0-9][.]svg)$)',
    { schema: { hide: true }, config: { rateLimit: false } },
    async ({ params: { name } }, reply) => {
      const content = await read(name)
      return reply
        .header('content-security-policy', LIFELESS)
        .header('cache-control', isLetterPath(name) ? A_WEEK : A_YEAR)
        .type(TYPES[name.endsWith('.png') ? 'png' : 'svg'])
        .send(content)
    },
  )
}

import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const SVG = 'image/svg+xml'

/** A drawing is a text: the framework names the signs of other texts alone. */
export const withSigns = (type: string): string => (type === SVG ? `${SVG}; charset=utf-8` : type)

export function nameSignsOfDrawings(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.getHeader('content-type') === SVG) reply.type(withSigns(SVG))
    done()
  })
}

/** The etag says which file it is, and each is so small that nobody asks for a part. */
export const WHOLE_FILES = { lastModified: false, acceptRanges: false } as const

/** The built web app, if there is one. */
export async function addWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(async (scope) => {
    nameSignsOfDrawings(scope)
    await scope.register(fastifyStatic, {
      root: folder,
      decorateReply: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      ...WHOLE_FILES,
      setHeaders(response, path) {
        response.setHeader('vary', 'accept-encoding')
        // Names of built files contain a hash of what is in them.
        const forever = path.includes('/assets/')
        response.setHeader(
          'cache-control',
          forever ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  })
}

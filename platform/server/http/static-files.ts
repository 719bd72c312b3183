import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { HELP_BASE } from '#platform/shared/help-paths.ts'

const SVG = 'image/svg+xml'

/** Adds the charset to SVG; the framework adds it only to other text types. */
export const withSigns = (type: string): string => (type === SVG ? `${SVG}; charset=utf-8` : type)

export function nameSignsOfDrawings(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.getHeader('content-type') === SVG) reply.type(withSigns(SVG))
    done()
  })
}

/** ETags identify these files, and they are too small for range requests. */
export const WHOLE_FILES = { lastModified: false, acceptRanges: false } as const

/** Names of built files contain a hash of their content; all other files may change. */
function setCacheHeaders(response: { setHeader(name: string, value: string): void }, path: string) {
  response.setHeader('vary', 'accept-encoding')
  const forever = path.includes('/assets/')
  response.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
}

const BUILT_FILES = {
  decorateReply: false,
  preCompressed: true,
  cacheControl: false,
  ...WHOLE_FILES,
  setHeaders: setCacheHeaders,
}

/** Serves the built web app, if it exists. */
export async function addWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(async (scope) => {
    nameSignsOfDrawings(scope)
    await scope.register(fastifyStatic, { ...BUILT_FILES, root: folder, index: false })
  })
}

/** Serves the built documentation, if it exists, with the same policy as the app. */
export async function addHelpFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(async (scope) => {
    nameSignsOfDrawings(scope)
    await scope.register(fastifyStatic, {
      ...BUILT_FILES,
      root: folder,
      prefix: HELP_BASE,
      redirect: true,
    })
  })
}

import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ResponseCache } from './response-cache.ts'

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
}
const CACHE_CONTROL = 'public, max-age=604800'

/**
 * Serves a folder of a few hundred small pictures from memory; they do not change while the process runs.
 * @param prefix of their URLs, with a trailing slash
 */
export async function addSmallFiles(
  app: FastifyInstance,
  folder: string,
  prefix: string,
): Promise<void> {
  const names = new Set((await readdir(folder)).filter((name) => TYPES[extname(name)]))
  const cache = new ResponseCache({ cacheControl: CACHE_CONTROL })
  app.get<{ Params: { name: string } }>(
    `${prefix}:name`,
    { schema: { hide: true }, config: { rateLimit: false, cache }, compress: false },
    async ({ params: { name } }, reply) => {
      if (!names.has(name)) return reply.callNotFound()
      return reply.type(TYPES[extname(name)] ?? '').send(await readFile(join(folder, name)))
    },
  )
}

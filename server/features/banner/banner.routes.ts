import { type Banner, bannerApi } from '@letterlend/contract/banner.ts'
import type { FastifyInstance } from 'fastify'
import { registerEndpoints } from '../../http/endpoints.ts'
import { BANNER_CHANNEL, findBanner, saveBanner } from './banner.queries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The warning that this process knows of. Every page and every start of the app asks. */
    banner: () => Banner | null
  }
}

/** The warning under the navigation: kept in memory, in step with what any process writes. */
export async function addBannerRoutes(app: FastifyInstance): Promise<void> {
  const { database, logger } = app.deps
  const { orm } = database
  let banner: Banner | null = null
  app.decorate('banner', () => banner)

  const load = async () => {
    banner = await findBanner(orm)
  }
  let loading = load()
  await loading
  const reload = () => {
    loading = loading
      .then(load)
      .catch((error: unknown) => logger.warn({ err: error }, 'the banner could not be loaded'))
  }
  const unlisten = await database.listen({
    channel: BANNER_CHANNEL,
    onPayload: reload,
    onReconnect: reload,
  })
  app.addHook('onClose', async () => {
    await unlisten()
    await loading
  })

  registerEndpoints(app, 'banner', bannerApi, {
    async update({ body }) {
      await orm.transaction((tx) => saveBanner(tx, body))
      await load()
      return body
    },
  })
}

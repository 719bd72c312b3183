import type { Banner } from '@letterlend/contract/banner.ts'
import type { Given } from '../../deps.ts'
import { BANNER_CHANNEL, findBanner } from './banner.queries.ts'

/** The banner kept in memory, in step with what any process writes. */
export class BannerWatch {
  readonly #given: Given
  #banner: Banner | null = null
  #loading: Promise<void> = Promise.resolve()
  #unlisten: (() => Promise<void>) | null = null

  constructor(given: Given) {
    this.#given = given
  }

  current(): Banner | null {
    return this.#banner
  }

  async reload(): Promise<void> {
    this.#banner = await findBanner(this.#given.database.orm)
  }

  async start(): Promise<void> {
    const { database, logger } = this.#given
    await this.reload()
    const hear = () => {
      this.#loading = this.#loading
        .then(() => this.reload())
        .catch((error: unknown) => logger.warn({ err: error }, 'the banner could not be loaded'))
    }
    this.#unlisten = await database.listen({
      channel: BANNER_CHANNEL,
      onPayload: hear,
      onReconnect: hear,
    })
  }

  async stop(): Promise<void> {
    await this.#unlisten?.()
    await this.#loading
  }
}

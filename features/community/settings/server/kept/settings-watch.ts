import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { findPublishedPages, type PublishedPages } from '#features/community/legal/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import { STORED_LANGUAGES } from '#platform/shared/languages.ts'
import type { Banner } from '#platform/shared/settings/banner.ts'
import type { SettingValues } from '../../contract.admin.ts'
import { drawIcon, findLogo } from './brand-logo.ts'
import { presetSettings } from './preset-settings.ts'
import { announceSettings, findSettings, SETTINGS_CHANNEL } from './settings.queries.ts'

/**
 * Settings that are read too often for a query each time. Prices are not included: they are read from the products in
 * the transaction that needs them.
 */
export type CurrentSettings = Omit<SettingValues, 'prices' | 'banner'> & {
  /** Null while it is switched off. */
  banner: Banner | null
  /** Which legal pages are published. */
  legal: PublishedPages
}

const RETRY_MS = 1_000

const isOff = (banner: Banner) => STORED_LANGUAGES.every((language) => banner[language] === '')

/** A cache of the community's settings, kept in step with changes by any process. */
export class SettingsWatch {
  readonly #database: Database
  readonly #logger: FastifyBaseLogger
  readonly #preset: CurrentSettings
  #current: CurrentSettings
  #savedAt: Partial<Record<string, Date>> = {}
  #logo: { name: string; png: Buffer } | null = null
  #loading: Promise<void> = Promise.resolve()
  #unlisten: (() => Promise<void>) | null = null
  #retry: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    config: Pick<Config, 'brandName' | 'publicDemo'>,
    database: Database,
    logger: FastifyBaseLogger,
  ) {
    this.#database = database
    this.#logger = logger
    this.#preset = {
      ...presetSettings(config),
      banner: null,
      legal: { versions: {}, consentVersion: null },
    }
    this.#current = this.#preset
  }

  /**
   * The settings in force; the defaults before the first {@link reload}. The object's identity only changes when a
   * value does, because response caches compare it.
   */
  current(): CurrentSettings {
    return this.#current
  }

  /** When one of these settings was last saved; null if never. */
  savedAt(keys: readonly string[]): Date | null {
    const times = keys.flatMap((key) => this.#savedAt[key] ?? [])
    return times.length === 0 ? null : new Date(Math.max(...times.map(Number)))
  }

  /** Makes every process reload the settings after the commit. */
  announce(tx: Db): Promise<void> {
    return announceSettings(tx)
  }

  /** The community's logo for documents, as square PNG; null if it has none. */
  logo(): Buffer | null {
    return this.#logo?.png ?? null
  }

  /** Serialised, so that a slow response never replaces a newer one. */
  reload(): Promise<void> {
    const loading = this.#loading.catch(() => undefined).then(() => this.#load())
    this.#loading = loading
    return loading
  }

  async #load(): Promise<void> {
    const stored = await findSettings(this.#database.orm)
    const banner = stored.banner?.value
    const current: CurrentSettings = {
      banner: banner && !isOff(banner) ? banner : null,
      links: stored.links?.value ?? this.#preset.links,
      brand: stored.brand?.value ?? this.#preset.brand,
      limits: stored.limits?.value ?? this.#preset.limits,
      operator: stored.operator?.value ?? this.#preset.operator,
      gate: stored.gate?.value ?? this.#preset.gate,
      mails: stored.mails?.value ?? this.#preset.mails,
      open_data: stored.open_data?.value ?? this.#preset.open_data,
      legal: await findPublishedPages(this.#database.orm),
    }
    // The process that saved a change has reloaded before its own notification arrives.
    if (!isDeepStrictEqual(current, this.#current)) this.#current = current
    this.#savedAt = Object.fromEntries(
      Object.values(stored).flatMap(({ key, saved_at }) =>
        saved_at === null ? [] : [[key, new Date(saved_at)]],
      ),
    )
    await this.#loadLogo(this.#current.brand.logo)
  }

  async #loadLogo(name: string | null): Promise<void> {
    if (name === (this.#logo?.name ?? null)) return
    const logo = name && (await findLogo(this.#database.orm, name))
    this.#logo = name && logo ? { name, png: await drawIcon(logo, 'large') } : null
  }

  async start(): Promise<void> {
    const hear = () => {
      this.reload().catch((error: unknown) => {
        this.#logger.warn({ err: error }, 'the settings could not be loaded')
        // The notification will not come again, so retry.
        if (!this.#isStopped) this.#retry = setTimeout(hear, RETRY_MS).unref()
      })
    }
    this.#unlisten = await this.#database.listen({
      channel: SETTINGS_CHANNEL,
      onPayload: hear,
      onReconnect: hear,
    })
    await this.reload()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retry)
    await this.#unlisten?.()
    await this.#loading.catch(() => undefined)
  }
}

import type { FastifyInstance } from 'fastify'
import { relyingPartyOf } from '#features/people/sign-in/passkeys/server/door.ts'
import { countryOfStart, mapStartOf } from '#features/places/letterboxes/map-index/server/door.ts'
import { invoiceCurrencies } from '#features/shop/orders/papers/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { ResponseCache } from '#platform/server/http/response-cache.ts'
import type { TimeOfDay } from '#platform/server/setting-schemas.ts'
import { VERSION } from '#platform/server/version.ts'
import { configApi, type PublicConfig } from '#platform/shared/config.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { LEGAL_PAGES } from '#platform/shared/legal-pages.ts'
import { mapLayers } from './map-layers.ts'

/** The card provider, or the sandbox in its place, and PayPal. */
const paymentProviders = (config: Config): PublicConfig['payment_providers'] => [
  ...(config.stripe ? (['stripe'] as const) : []),
  ...(config.paymentSandbox && !config.stripe ? (['sandbox'] as const) : []),
  ...(config.paypal ? (['paypal'] as const) : []),
]

/** Such as `04:00`. */
const inWords = ({ hour, minute }: TimeOfDay) =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')

export function addConfigRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const mapStart = mapStartOf(deps)
  const country = countryOfStart()
  async function show(): Promise<PublicConfig> {
    const { brand, links, banner, legal, gate, open_data } = deps.settings.current()
    const start = mapStart()
    return {
      brand: { name: brand.name, logo: brand.logo },
      links,
      legal_pages: LEGAL_PAGES.filter((page) => legal.versions[page] !== undefined),
      terms_to_agree: legal.consentVersion === null ? null : (legal.versions.terms ?? null),
      languages: [...LANGUAGES],
      map_layers: mapLayers(config, deps.streetMap),
      map_start: start,
      time_zone: config.timeZone,
      country: await country(start),
      open_data: {
        attribution: open_data.attribution || brand.name,
        licence: open_data.licence
          ? { name: open_data.licence, url: open_data.licence_url || null }
          : null,
      },
      banner,
      source_url: config.sourceUrl ?? null,
      payment_providers: paymentProviders(config),
      stripe_publishable_key: config.stripe?.publishableKey ?? null,
      paypal_client_id: config.paypal?.clientId ?? null,
      invoice_currencies: invoiceCurrencies(config.invoice),
      captcha: config.captcha,
      passkeys: relyingPartyOf(config) !== null,
      identity_providers: config.identityProviders.map(({ key, name }) => ({ key, name })),
      vapid_public_key: await deps.pushes.publicKey(),
      gate,
      mail_server_missing: config.production && !config.smtpUrl && !config.publicDemo,
      demo: config.demo,
      demo_reset: config.publicDemo ? inWords(config.publicDemo.resetAt) : null,
      version: VERSION,
    }
  }
  // The other parts never change in a process; the push key is read again when keys have changed.
  const cache = new ResponseCache({
    cacheControl: 'no-cache',
    inputs: () => [deps.settings.current(), mapStart(), deps.keys.version],
  })
  registerEndpoints(app, deps, 'config', configApi, { get: show }, {}, { get: cache })
}

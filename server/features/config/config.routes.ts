import { configApi, type PublicConfig } from '@letterlend/contract/config.ts'
import { LANGUAGES } from '@letterlend/contract/languages.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { VERSION } from '../../version.ts'
import { invoiceCurrencies } from '../orders/invoices.rules.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { mapLayers } from './map-layers.ts'
import { countryOfStart, mapStartOf } from './map-start.ts'

/** One for cards, for which the sandbox stands in, and PayPal. */
const paymentProviders = (config: Config): PublicConfig['payment_providers'] => [
  ...(config.stripe ? (['stripe'] as const) : []),
  ...(config.paymentSandbox && !config.stripe ? (['sandbox'] as const) : []),
  ...(config.paypal ? (['paypal'] as const) : []),
]

export function addConfigRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const mapStart = mapStartOf(deps)
  const country = countryOfStart()
  const brand = () => {
    const { name, logo } = deps.settings.current().brand
    return { name, logo }
  }
  registerEndpoints(app, deps, 'config', configApi, {
    get: async () => {
      const start = mapStart()
      return {
        brand: brand(),
        links: deps.settings.current().links,
        languages: [...LANGUAGES],
        map_layers: mapLayers(config, deps.streetMap),
        map_start: start,
        country: await country(start),
        banner: deps.settings.current().banner,
        source_url: config.sourceUrl ?? null,
        payment_providers: paymentProviders(config),
        stripe_publishable_key: config.stripe?.publishableKey ?? null,
        paypal_client_id: config.paypal?.clientId ?? null,
        invoice_currencies: invoiceCurrencies(config.invoice),
        captcha: config.captcha,
        passkeys: relyingPartyOf(config) !== null,
        vapid_public_key: await deps.pushes.publicKey(),
        demo: config.demo,
        version: VERSION,
      }
    },
  })
}

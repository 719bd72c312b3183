import type { FastifyInstance } from 'fastify'
import { invoiceCurrencies } from '#features/orders/server/door.ts'
import { relyingPartyOf } from '#features/passkeys/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AnswerBytes, KeptWhileSame } from '#platform/server/http/answer-bytes.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { VERSION } from '#platform/server/version.ts'
import { configApi, type MapStart, type PublicConfig } from '#platform/shared/config.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { LEGAL_PAGES } from '#platform/shared/legal-pages.ts'
import { mapLayers } from './map-layers.ts'
import { countryOfStart, mapStartOf } from './map-start.ts'

/** The provider for cards, or the sandbox in its place, and PayPal. */
const paymentProviders = (config: Config): PublicConfig['payment_providers'] => [
  ...(config.stripe ? (['stripe'] as const) : []),
  ...(config.paymentSandbox && !config.stripe ? (['sandbox'] as const) : []),
  ...(config.paypal ? (['paypal'] as const) : []),
]

/** What it is made of, but for what stays as long as the process: a push key is read when the keys are others. */
type Parts = [settings: ReturnType<Deps['settings']['current']>, start: MapStart, keys: number]

export function addConfigRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const mapStart = mapStartOf(deps)
  const country = countryOfStart()
  const answer = new KeptWhileSame<Parts>(
    () => [deps.settings.current(), mapStart(), deps.keys.version],
    async ({ brand: { name, logo }, links, banner, legal, gate }, start) =>
      AnswerBytes.of(configApi.get.answer, {
        brand: { name, logo },
        links,
        legal_pages: LEGAL_PAGES.filter((page) => legal.versions[page] !== undefined),
        terms_to_agree: legal.consentVersion === null ? null : (legal.versions.terms ?? null),
        languages: [...LANGUAGES],
        map_layers: mapLayers(config, deps.streetMap),
        map_start: start,
        time_zone: config.timeZone,
        country: await country(start),
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
        demo: config.demo,
        version: VERSION,
      }),
  )
  deps.readyFirst.add(answer.ready)
  registerEndpoints(app, deps, 'config', configApi, {
    get: ({ request, reply }) => answer.send(request, reply, 'no-cache'),
  })
}

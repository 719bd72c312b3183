import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { languageSchema } from './language-schema.ts'
import { LEGAL_PAGES } from './legal-pages.ts'
import { bannerSchema } from './settings/banner.ts'
import { brandSchema } from './settings/brand.ts'
import { footerLinkSchema } from './settings/footer-links.ts'
import { gateSettingSchema } from './settings/gate.ts'

export const streetTilesSchema = z.object({
  /** Vector tiles in the layers of the Protomaps Basemap v4, below this very server: `{z}`, `{x}`, `{y}`. */
  url: z.string(),
  minzoom: z.int(),
  /** Past it the tiles of this zoom are drawn larger. */
  maxzoom: z.int(),
  /** West, south, east and north of all regions; degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
export type StreetTiles = z.infer<typeof streetTilesSchema>

export const mapLayerSchema = z.object({
  id: z.enum(['product', 'street', 'satellite', 'offline']),
  /** Raster tiles; null for a layer that the browser draws itself, for which no third party is asked. */
  url: z.string().nullable(),
  /** What is drawn over the bundled map; null where nothing is. */
  streets: streetTilesSchema.nullable(),
  attribution: z.string(),
  max_zoom: z.int(),
})
export type MapLayer = z.infer<typeof mapLayerSchema>

/** Where the map opens. */
export const mapStartSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  zoom: z.number(),
})
export type MapStart = z.infer<typeof mapStartSchema>

export const configSchema = z.object({
  brand: brandSchema.pick({ name: true, logo: true }),
  /** At the foot of every page, in this order. */
  links: z.array(footerLinkSchema),
  /** The pages that the community has published about itself. */
  legal_pages: z.array(z.enum(LEGAL_PAGES)),
  /** The version of the terms that everybody is asked to agree to; null where nobody is asked. */
  terms_to_agree: z.int().nullable(),
  languages: z.array(languageSchema),
  map_layers: z.array(mapLayerSchema),
  map_start: mapStartSchema,
  /** Where the community lives, such as `Europe/Zurich`: all days are those of this zone. */
  time_zone: z.string(),
  /** ISO code of the country in which the map opens; null where no town is near. */
  country: z.string().nullable(),
  /** The warning under the navigation; null while it is switched off. */
  banner: bannerSchema.nullable(),
  /** Where the source code of this very app is to be had (AGPL, section 13). */
  source_url: z.string().nullable(),
  /** Ways to pay; the sandbox moves no money. Empty: orders are paid by invoice. */
  payment_providers: z.array(z.enum(['stripe', 'paypal', 'sandbox'])),
  /** With what Stripe's own script is started; null where Stripe is not offered. */
  stripe_publishable_key: z.string().nullable(),
  /** With what PayPal's own script is loaded; null where PayPal is not offered. */
  paypal_client_id: z.string().nullable(),
  /** In which currencies an order can be paid by invoice. */
  invoice_currencies: z.array(z.enum(['CHF', 'EUR'])),
  captcha: z.boolean(),
  /** Whether one can log in with a passkey: not where the address is an IP address or plain http. */
  passkeys: z.boolean(),
  /** Accounts elsewhere that log in here, as buttons; empty where there are none. */
  identity_providers: z.array(z.object({ key: z.string(), name: z.string() })),
  /** With what a browser asks its push service for a subscription, base64url; null where nobody is pushed to. */
  vapid_public_key: z.string().nullable(),
  /** Who may come in, and within how many days those who wait are answered. */
  gate: gateSettingSchema,
  /** In production without a mail server: mails are kept and reach nobody. */
  mail_server_missing: z.boolean(),
  demo: z.boolean(),
  version: z.string(),
})
export type PublicConfig = z.infer<typeof configSchema>

export const configApi = defineEndpoints({
  get: {
    method: 'GET',
    path: '/config',
    summary: 'Public settings of this community',
    access: 'public',
    status: 200,
    answer: configSchema,
    errors: [],
  },
})

import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { languageSchema } from './language-schema.ts'
import { LEGAL_PAGES } from './legal-pages.ts'
import { bannerSchema } from './settings/banner.ts'
import { brandSchema } from './settings/brand.ts'
import { footerLinkSchema } from './settings/footer-links.ts'
import { gateSettingSchema } from './settings/gate.ts'

export const streetTilesSchema = z.object({
  /** Vector tiles from this server in the layers of the Protomaps Basemap v4, with `{z}`, `{x}`, `{y}`. */
  url: z.string(),
  minzoom: z.int(),
  /** Beyond it, tiles of this zoom are scaled up. */
  maxzoom: z.int(),
  /** West, south, east and north of all regions, in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
export type StreetTiles = z.infer<typeof streetTilesSchema>

export const mapLayerSchema = z.object({
  id: z.enum(['product', 'street', 'satellite', 'offline']),
  /** Raster tiles; null for a layer that the browser draws itself, without requests to third parties. */
  url: z.string().nullable(),
  /** Vector tiles drawn over the bundled map; null if there are none. */
  streets: streetTilesSchema.nullable(),
  attribution: z.string(),
  max_zoom: z.int(),
})
export type MapLayer = z.infer<typeof mapLayerSchema>

/** The initial view of the map. */
export const mapStartSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  zoom: z.number(),
})
export type MapStart = z.infer<typeof mapStartSchema>

export const configSchema = z.object({
  brand: brandSchema.pick({ name: true, logo: true }),
  /** Links in the footer of every page, in this order. */
  links: z.array(footerLinkSchema),
  /** The pages that the community has published about itself. */
  legal_pages: z.array(z.enum(LEGAL_PAGES)),
  /** The version of the terms that users have to accept; null if they do not have to. */
  terms_to_agree: z.int().nullable(),
  languages: z.array(languageSchema),
  map_layers: z.array(mapLayerSchema),
  map_start: mapStartSchema,
  /** The community's time zone, such as `Europe/Zurich`; all days refer to it. */
  time_zone: z.string(),
  /** ISO code of the country at the map's initial view; null if no town is near. */
  country: z.string().nullable(),
  /** On what terms other sites may show what the open calls return (docs/open-data.md). */
  open_data: z.object({
    /** Whom to name beside it: the community's name if it has not said otherwise. */
    attribution: z.string(),
    /** Null: the community has not given one, so ask it first. */
    licence: z.object({ name: z.string(), url: z.string().nullable() }).nullable(),
  }),
  /** The warning below the navigation; null if it is off. */
  banner: bannerSchema.nullable(),
  /** Where to get the source code of this app (AGPL, section 13). */
  source_url: z.string().nullable(),
  /** Payment providers; the sandbox moves no money. Empty: payment by invoice only. */
  payment_providers: z.array(z.enum(['stripe', 'paypal', 'sandbox'])),
  /** Key for Stripe's script; null if Stripe is not offered. */
  stripe_publishable_key: z.string().nullable(),
  /** Client id for PayPal's script; null if PayPal is not offered. */
  paypal_client_id: z.string().nullable(),
  /** Currencies in which an order can be paid by invoice. */
  invoice_currencies: z.array(z.enum(['CHF', 'EUR'])),
  captcha: z.boolean(),
  /** Whether passkeys are available: not if the URL has an IP address or plain http. */
  passkeys: z.boolean(),
  /** Identity providers that users can log in with, shown as buttons; may be empty. */
  identity_providers: z.array(z.object({ key: z.string(), name: z.string() })),
  /** Public key for push subscriptions, base64url; null if pushes are off. */
  vapid_public_key: z.string().nullable(),
  /** Who may join, and how many days the approval may take. */
  gate: gateSettingSchema,
  /** In production without a mail server: mails are stored but not sent. */
  mail_server_missing: z.boolean(),
  demo: z.boolean(),
  /** Time of day in `time_zone` at which a public demo is reset, such as `04:00`; null if this is none. */
  demo_reset: z.string().nullable(),
  version: z.string(),
})
export type PublicConfig = z.infer<typeof configSchema>

export const configApi = defineEndpoints({
  get: {
    method: 'GET',
    path: '/config',
    openData: true,
    summary: 'Returns the public settings of this community',
    access: 'public',
    status: 200,
    answer: configSchema,
    errors: [],
  },
})

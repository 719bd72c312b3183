import { z } from 'zod'
import {
  productPricesSchema,
  productPricesUpdateSchema,
} from '#features/shop/orders/products/product-prices.ts'
import { adminListAnswer, adminPageSchema } from '#platform/shared/admin-lists.ts'
import { ARTWORK_MAX_BYTES } from '#platform/shared/artwork.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ordinalSchema, readVersionSchema } from '#platform/shared/input/numbers.ts'
import { bannerSchema, bannerUpdateSchema } from '#platform/shared/settings/banner.ts'
import { brandSchema, brandUpdateSchema } from '#platform/shared/settings/brand.ts'
import {
  footerLinkSchema,
  footerLinksUpdateSchema,
} from '#platform/shared/settings/footer-links.ts'
import { gateSettingSchema, gateSettingUpdateSchema } from '#platform/shared/settings/gate.ts'
import { limitsSchema, limitsUpdateSchema } from '#platform/shared/settings/limits.ts'
import { mailsSettingSchema, mailsSettingUpdateSchema } from '#platform/shared/settings/mails.ts'
import { openDataSchema, openDataUpdateSchema } from '#platform/shared/settings/open-data.ts'
import { operatorSchema, operatorUpdateSchema } from '#platform/shared/settings/operator.ts'

/** Settings that a community changes while the server runs. */
export const SETTING_KEYS = [
  'banner',
  'links',
  'brand',
  'prices',
  'limits',
  'operator',
  'gate',
  'mails',
  'open_data',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

/** Stored form of each value. */
export const settingValues = {
  banner: bannerSchema,
  links: z.array(footerLinkSchema),
  brand: brandSchema,
  prices: productPricesSchema,
  limits: limitsSchema,
  operator: operatorSchema,
  gate: gateSettingSchema,
  mails: mailsSettingSchema,
  open_data: openDataSchema,
} as const
export type SettingValues = { [Key in SettingKey]: z.infer<(typeof settingValues)[Key]> }

/** The form in which a client sends each value. */
export const settingUpdates = {
  banner: bannerUpdateSchema,
  links: footerLinksUpdateSchema,
  brand: brandUpdateSchema,
  prices: productPricesUpdateSchema,
  limits: limitsUpdateSchema,
  operator: operatorUpdateSchema,
  gate: gateSettingUpdateSchema,
  mails: mailsSettingUpdateSchema,
  open_data: openDataUpdateSchema,
} as const satisfies Record<SettingKey, z.ZodType>

const savedSchema = {
  /** Increases with each change; 0 before the first one. */
  version: z.int(),
  saved_at: z.iso.datetime().nullable(),
  /** Null if the account is gone. */
  saved_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
}

function settingOf<const Key extends SettingKey>(key: Key) {
  const value = settingValues[key]
  return z.object({
    key: z.literal(key),
    /** The value in force, and the default. */
    value,
    preset: value,
    is_preset: z.boolean(),
    ...savedSchema,
  })
}

export const settingSchema = z.discriminatedUnion('key', [
  settingOf('banner'),
  settingOf('links'),
  settingOf('brand'),
  settingOf('prices'),
  settingOf('limits'),
  settingOf('operator'),
  settingOf('gate'),
  settingOf('mails'),
  settingOf('open_data'),
])
export type Setting<Key extends SettingKey = SettingKey> = Extract<
  z.infer<typeof settingSchema>,
  { key: Key }
>

function versionOf<const Key extends SettingKey>(key: Key) {
  // Null: reset to the default.
  return z.object({ key: z.literal(key), value: z.nullable(settingValues[key]), ...savedSchema })
}

export const settingVersionSchema = z.discriminatedUnion('key', [
  versionOf('banner'),
  versionOf('links'),
  versionOf('brand'),
  versionOf('prices'),
  versionOf('limits'),
  versionOf('operator'),
  versionOf('gate'),
  versionOf('mails'),
  versionOf('open_data'),
])
export type SettingVersion = z.infer<typeof settingVersionSchema>

function changeOf<const Key extends SettingKey>(key: Key) {
  // Null resets to the default.
  return z.object({
    key: z.literal(key),
    version: readVersionSchema,
    value: z.nullable(settingUpdates[key]),
  })
}

const settingChangeSchema = z.discriminatedUnion('key', [
  changeOf('banner'),
  changeOf('links'),
  changeOf('brand'),
  changeOf('prices'),
  changeOf('limits'),
  changeOf('operator'),
  changeOf('gate'),
  changeOf('mails'),
  changeOf('open_data'),
])
export type SettingChange = z.output<typeof settingChangeSchema>

export const settingsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/settings',
    summary: 'Returns the settings of the community, and the defaults of those that it has not set',
    access: 'back_office',
    status: 200,
    answer: z.array(settingSchema),
    errors: [],
  },
  save: {
    method: 'POST',
    path: '/admin/settings/save',
    summary: 'Sets a setting, at once and in every process; null restores the default',
    access: 'back_office',
    body: settingChangeSchema,
    status: 200,
    answer: settingSchema,
    errors: ['validation', 'changed_meanwhile', 'fresh_proof_needed'],
  },
  history: {
    method: 'GET',
    path: '/admin/settings/history',
    summary: 'Lists the versions of a setting, newest first',
    access: 'back_office',
    query: adminPageSchema.extend({ key: z.enum(SETTING_KEYS) }),
    status: 200,
    answer: adminListAnswer(settingVersionSchema),
    errors: [],
  },
  restore: {
    method: 'POST',
    path: '/admin/settings/restore',
    summary: 'Restores an earlier version of a setting as a new version',
    access: 'back_office',
    body: z.object({
      key: z.enum(SETTING_KEYS),
      version: readVersionSchema,
      to: ordinalSchema,
    }),
    status: 200,
    answer: settingSchema,
    errors: ['validation', 'not_found', 'changed_meanwhile', 'fresh_proof_needed'],
  },
  logo: {
    method: 'POST',
    path: '/admin/settings/logo',
    summary:
      'Converts an SVG or a PNG to a logo: an SVG keeps only its drawing, a PNG is encoded again. It is stored once the brand uses it',
    access: 'back_office',
    // Base64 is a third longer than the file.
    maxBytes: Math.ceil(ARTWORK_MAX_BYTES * 1.4) + 1024,
    body: z.object({ file: z.base64(VALIDATION.invalid).min(1, VALIDATION.invalid) }),
    status: 200,
    answer: z.object({ logo: z.string() }),
    errors: ['validation', 'payload_too_large', 'file_takes_too_long', 'busy'],
  },
})

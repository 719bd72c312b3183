import type { MapStart } from '@letterlend/contract/config.ts'
import { isIBANValid } from 'swissqrbill/utils'
import { z } from 'zod'
import { serversOf } from './db/servers.ts'

export const onOff = (initial: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(initial)
    .transform((text) => text === 'on')

export const optionalUrl = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => {
        try {
          return protocols.includes(new URL(text).protocol)
        } catch {
          return false
        }
      },
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
    .optional()

/** PostgreSQL, on one server or several. */
export const databaseUrl = z
  .string()
  .superRefine((text, context) => {
    try {
      serversOf(text)
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error))
    }
  })
  .optional()

export const webUrl = optionalUrl(['http:', 'https:'])

export const ibanSchema = z
  .string()
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(
    (iban) => /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) && isIBANValid(iban),
    'must be an IBAN; one of its characters is wrong',
  )

const MAP_START = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(\d{1,2})\s*$/
/** As far as the projection and the zooms of the map reach. */
const LIMITS = { latitude: 85, longitude: 180, zooms: [3, 20] } as const

/** Latitude, longitude and zoom with commas between. */
export const mapStartSchema = z.string().transform((text, context): MapStart => {
  const [, latitude, longitude, zoom] = (MAP_START.exec(text) ?? []).map(Number)
  const [least, most] = LIMITS.zooms
  const isPlace =
    latitude !== undefined &&
    longitude !== undefined &&
    zoom !== undefined &&
    Math.abs(latitude) <= LIMITS.latitude &&
    Math.abs(longitude) <= LIMITS.longitude &&
    zoom >= least &&
    zoom <= most
  if (isPlace) return { latitude, longitude, zoom }
  context.addIssue(
    `must be a latitude, a longitude and a zoom of ${least} to ${most}, such as 47.14,9.52,14`,
  )
  return z.NEVER
})

import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { isIBANValid } from 'swissqrbill/utils'
import { z } from 'zod'
import type { MapStart } from '#platform/shared/config.ts'
import { serversOf } from './db/servers.ts'
import { readNetworkLimits } from './identity/network-limits.ts'

export const onOff = (initial: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(initial)
    .transform((text) => text === 'on')

/** Whether user and password can be decoded; a bare % makes that impossible. */
function hasReadableUser({ username, password }: URL): boolean {
  try {
    return typeof decodeURIComponent(username + password) === 'string'
  } catch {
    return false
  }
}

function urlSchema(protocols: string[], needsHost: boolean) {
  const begins = protocols.map((protocol) => `${protocol}//`).join(' or ')
  return z.string().superRefine((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null
    const hasScheme = protocols.some((protocol) => text.startsWith(`${protocol}//`))
    if (!url || !hasScheme || (needsHost && !url.hostname)) {
      context.addIssue(`must be a URL that begins with ${begins}`)
    } else if (!hasReadableUser(url)) {
      context.addIssue('must encode every % of its user and password as %25')
    }
  })
}

/**
 * A secret that is shared with another party. During rotation it may be two values, new and old, separated by a comma;
 * both are accepted.
 */
export const rotatingSchema = (one: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .pipe(
      z.array(one).min(1).max(2, 'must be one value, or the new and the old with a comma between'),
    )

export const optionalUrl = (protocols: string[]) => urlSchema(protocols, false).optional()

/** URL of a server by name: `smtp://mail.example.org`. */
export const serverUrl = (protocols: string[]) => urlSchema(protocols, true)

/** PostgreSQL on one or several servers. */
export const databaseUrl = z
  .string()
  .superRefine((text, context) => {
    try {
      if (serversOf(text).urls.every((url) => hasReadableUser(new URL(url)))) return
      context.addIssue('must encode every % of its user and password as %25')
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error))
    }
  })
  .optional()

export const webUrl = optionalUrl(['http:', 'https:'])

/** A contact: an e-mail address, or the URL of a page with a form. */
export const contactSchema = z
  .string()
  .trim()
  .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
  .refine(
    (url) =>
      /^https:\/\/\S+$/.test(url)
        ? URL.canParse(url)
        : z.email().safeParse(url.replace(/^mailto:/, '')).success,
    'must be an e-mail address, or a URL that begins with https://',
  )

export const ibanSchema = z
  .string()
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(
    (iban) => /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) && isIBANValid(iban),
    'must be an IBAN; one of its characters is wrong',
  )

const MAP_START = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(\d{1,2})\s*$/
/** The limits of the map's projection and zoom levels. */
const LIMITS = { latitude: 85, longitude: 180, zooms: [3, 20] } as const

/** Latitude, longitude and zoom, separated by commas. */
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

/** The community's URL. It has no path: the app is served at the root. */
export const originSchema = urlSchema(['http:', 'https:'], true).superRefine((text, context) => {
  if (!URL.canParse(text)) return
  const { pathname, search, hash, username } = new URL(text)
  if (username)
    context.addIssue('must not contain a user or a password: every mail contains this address')
  else if (pathname !== '/' || search || hash) {
    context.addIssue('must be an address without a path: the app is the root of its host')
  }
})

export const portSchema = z
  .string()
  .refine(
    (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
    'must be a number up to 65535, such as 3000',
  )
  .transform(Number)

/** More than any machine has cores for, so it is probably a mistake. */
const MOST_PROCESSES = 64

export const processesSchema = z
  .string()
  .refine(
    (text) => /^[1-9]\d?$/.test(text) && Number(text) <= MOST_PROCESSES,
    `must be a number from 1 to ${MOST_PROCESSES}, such as 2`,
  )
  .transform(Number)

/** Whether the machine has this address is only known when the server listens. */
export const hostSchema = z
  .string()
  .refine(
    (text) => isIP(text.split('%')[0] ?? '') > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text),
    'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::',
  )

const MAILBOX = /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/

/** One mailbox, with or without a name. */
export const mailFromSchema = z.string().refine((text) => {
  const [, named] = /^[^<>@\r\n]*<([^<>]+)>\s*$/.exec(text) ?? []
  return MAILBOX.test((named ?? text).trim())
}, 'must be one address, such as hello@lend.example.org or Letterlend <hello@lend.example.org>')

/** Fastify's `trustProxy`: which proxies may set X-Forwarded-For. */
export type TrustProxy = boolean | ((address: string, hop: number) => boolean)

const PROXY_NAMES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Adds an address, a network or a named group; returns false if the text is neither. */
function addNetwork(list: BlockList, text: string): boolean {
  const named = PROXY_NAMES[text]
  if (named) return named.every((each) => addNetwork(list, each))
  const [address = '', prefix] = text.split('/')
  const version = isIP(address)
  const bits = version === 4 ? 32 : 128
  if (version === 0 || (prefix !== undefined && !/^\d+$/.test(prefix))) return false
  if (Number(prefix ?? bits) > bits) return false
  list.addSubnet(address, Number(prefix ?? bits), version === 4 ? 'ipv4' : 'ipv6')
  return true
}

/** A number of proxies, a list of addresses, or all. */
export const trustProxySchema = z.string().transform((text, context): TrustProxy => {
  if (text === 'off' || text === 'on') return text === 'on'
  if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text)
  const list = new BlockList()
  if (text.split(',').every((each) => addNetwork(list, each.trim()))) {
    // Checked for two addresses per request, mostly the same ones; a lookup takes as long as counting the request.
    const known = new LRUCache<string, boolean>({
      max: 1_000,
      memoMethod: (address) =>
        isIP(address) > 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
    })
    return (address) => known.memo(address)
  }
  context.addIssue(
    'must be "off", the number of proxies in front, their addresses with commas between, or "on"',
  )
  return z.NEVER
})

/** A range of hours, across midnight if the second is smaller. */
export interface Hours {
  from: number
  until: number
}

const HOURS = 'must be "always", or two hours of the day with a hyphen between, such as 21-6'

/** Such as `21-6`; null: always. */
export const hoursSchema = z.string().transform((text, context): Hours | null => {
  if (text === 'always') return null
  const [, from, until] = /^(\d{1,2})-(\d{1,2})$/.exec(text)?.map(Number) ?? []
  if (from === undefined || until === undefined || from > 23 || until > 24 || from === until) {
    context.addIssue({ code: 'custom', message: HOURS })
    return z.NEVER
  }
  return { from, until }
})

export interface TimeOfDay {
  hour: number
  minute: number
}

/** Such as `04:00`. */
export const timeOfDaySchema = z.string().transform((text, context): TimeOfDay => {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text)?.map(Number) ?? []
  if (hour === undefined || minute === undefined || hour > 23 || minute > 59) {
    context.addIssue({ code: 'custom', message: 'must be a time of day, such as 04:00' })
    return z.NEVER
  }
  return { hour, minute }
})

/** Limits per network that differ from the defaults: `orders=500, reports=50`. */
export const networkLimitsSchema = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return readNetworkLimits(text)
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error))
      return z.NEVER
    }
  })

/** Services that find addresses. */
export const GEOCODERS = ['photon', 'nominatim', 'swisstopo'] as const
export type GeocoderName = (typeof GEOCODERS)[number]

/** `offline`, or services in the order in which they are asked. */
export const geocodersSchema = z
  .string()
  .default('offline')
  .transform((text) => (text === 'offline' ? [] : text.split(',').map((name) => name.trim())))
  .pipe(
    z.array(
      z.enum(
        GEOCODERS,
        'must be "offline", or of photon, nominatim and swisstopo, with commas between',
      ),
    ),
  )

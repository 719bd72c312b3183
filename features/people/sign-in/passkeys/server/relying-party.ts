import { isIP } from 'node:net'
import type { Config } from '#platform/server/config.ts'

/** What passkeys are bound to; a changed address makes all of them useless. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * From the public address; null where browsers offer no passkeys: an IP address is no relying
 * party, and only https and localhost count as secure.
 */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) || (protocol !== 'https:' && !local)) return null
  return { id: hostname, origin }
}

/**
 * What checks signatures. It is loaded with the first of them: with all that it is made of it takes the processor as long
 * as a sixth of a start.
 */
export const loadWebauthn = () => import('@simplewebauthn/server')

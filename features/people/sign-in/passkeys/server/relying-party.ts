import { isIP } from 'node:net'
import type { Config } from '#platform/server/config.ts'

/** Passkeys are bound to this domain. If it changes, none of them works any more. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Derived from the public address. Null if browsers offer no passkeys: an IP address cannot be a
 * relying party, and only https and localhost are secure.
 */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) || (protocol !== 'https:' && !local)) return null
  return { id: hostname, origin }
}

/**
 * The library that verifies signatures. Loaded with the first signature: loading takes as much
 * processor time as a sixth of a server start.
 */
export const loadWebauthn = () => import('@simplewebauthn/server')

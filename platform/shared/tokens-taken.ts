import type { Endpoint } from './endpoint.ts'

/** Beginning of every access token, by which people and programs that look for leaked secrets recognise one. */
export const ACCESS_TOKEN_PREFIX = 'llt_'

/** For whom an access token acts. */
export const TOKEN_OWNERS = ['person', 'community'] as const
export type TokenOwner = (typeof TOKEN_OWNERS)[number]

/** Which access tokens a call takes, besides a session. The description of the API names them for each call. */
export function takesToken(endpoint: Endpoint, owner: TokenOwner): boolean {
  if (endpoint.access === 'public' || endpoint.freshProof) return false
  return owner === 'person' ? !endpoint.sessionOnly : endpoint.communityToken === true
}

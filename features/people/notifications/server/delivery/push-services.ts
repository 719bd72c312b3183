import type { PushConfig } from '#platform/server/push.config.ts'

/** Of the makers of browsers: Chrome and its kin, Firefox, Safari, Edge. */
const HOSTS =
  /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/

/**
 * Whether an address that a browser was given belongs to a push service. The server will post to it:
 * any other address could be one that only the server reaches. Where pushes are off, none does.
 */
export function isPushService(
  endpoint: string,
  { enabled, services }: Pick<PushConfig, 'enabled' | 'services'>,
): boolean {
  if (!enabled || !URL.canParse(endpoint)) return false
  const { protocol, host, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  // A host with another port than the usual one is no match either.
  return services.includes(origin) || (protocol === 'https:' && HOSTS.test(host))
}

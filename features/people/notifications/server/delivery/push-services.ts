import type { PushConfig } from '#platform/server/push-settings.ts'

/** Push services of Chrome and its relatives, Firefox, Safari and Edge. */
const HOSTS =
  /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/

/**
 * Whether an endpoint belongs to a push service. The server will post to it, so any other address
 * could be one in its internal network. Always false if pushes are off.
 */
export function isPushService(
  endpoint: string,
  { enabled, services }: Pick<PushConfig, 'enabled' | 'services'>,
): boolean {
  if (!enabled || !URL.canParse(endpoint)) return false
  const { protocol, host, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  // A host with a non-default port does not match either.
  return services.includes(origin) || (protocol === 'https:' && HOSTS.test(host))
}

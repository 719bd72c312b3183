import type { FastifyInstance } from 'fastify'
import type { SecurityConfig } from '#platform/server/config.ts'
import type { Deps } from '#platform/server/deps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** `security.txt`: whom to contact about a vulnerability of this installation. */
function securityText({ contact, policy }: SecurityConfig, publicUrl: string, now: Date): string {
  // Rounded to the day, so that the file is stable for one day.
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS)
  const fields = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    ...(policy ? [`Policy: ${policy}`] : []),
  ]
  return `${fields.join('\n')}\n`
}

/**
 * Well-known URLs: the page to change a password, for password managers (W3C, "A Well-Known URL for Changing
 * Passwords"), and `security.txt` (RFC 9116) if `SECURITY_CONTACT` is set.
 */
export function addWellKnownRoutes(app: FastifyInstance, deps: Deps): void {
  const { security, publicUrl } = deps.config
  const hidden = { schema: { hide: true } }
  app.get('/.well-known/change-password', hidden, (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(paths.security()),
  )
  if (!security) return
  app.get('/.well-known/security.txt', hidden, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(securityText(security, publicUrl, deps.clock())),
  )
}

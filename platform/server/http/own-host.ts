import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from './errors.ts'

/** The host in lower case without port, brackets and trailing dot: `[::1]:3000`, `localhost:3000`, `example.org.` */
const nameOf = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

/**
 * Names that an attacker cannot register and point to this machine: IP addresses, `localhost`, and local names
 * (`berta.local`, `nas`).
 */
const isOutOfReach = (name: string) =>
  isIP(name) !== 0 || !name.includes('.') || /\.(?:localhost|local)$/.test(name)

/**
 * Protects trial installations, which show all mails at `/dev/mail`, against DNS rebinding: a website could point its
 * own name to this machine and read the mails with a visitor's browser. Such hosts are rejected.
 * @returns whether to reject a request for a host; null if no host is rejected
 */
export function foreignHosts({
  production,
  publicUrl,
}: Config): ((host: string | undefined) => boolean) | null {
  if (production) return null
  const own = nameOf(new URL(publicUrl).host)
  // Caches the last result, since the host hardly ever changes.
  let last: { host: string; isForeign: boolean } | null = null
  return (host) => {
    if (host === undefined) return false
    if (last?.host !== host) {
      const name = nameOf(host)
      last = { host, isForeign: name !== own && !isOutOfReach(name) }
    }
    return last.isForeign
  }
}

export function refuseForeignHosts(app: FastifyInstance, config: Config): void {
  const isForeign = foreignHosts(config)
  if (!isForeign) return
  app.addHook('onRequest', (request, _reply, done) => {
    // Uses the raw header that the browser sent, not the forwarded one.
    done(isForeign(request.raw.headers.host) ? new AppError('unknown_host') : undefined)
  })
}

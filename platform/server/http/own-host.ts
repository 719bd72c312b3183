import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from './errors.ts'

/** `[::1]:3000`, `localhost:3000`, `example.org.` without port, brackets and last dot, in small letters. */
const nameOf = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

/**
 * Names that nobody can register and let point to this machine: addresses as numbers, `localhost`, what a local
 * network calls its machines (`berta.local`, `nas`).
 */
const isOutOfReach = (name: string) =>
  isIP(name) !== 0 || !name.includes('.') || /\.(?:localhost|local)$/.test(name)

/**
 * Whoever tries the app out has its mails open at `/dev/mail`. A site that lets a name of its own point to this
 * machine could read them with the browser of its visitor, who is here: such names are none of ours.
 * @returns whether a request for this host is to be refused; null where none is
 */
export function foreignHosts({
  production,
  publicUrl,
}: Config): ((host: string | undefined) => boolean) | null {
  if (production) return null
  const own = nameOf(new URL(publicUrl).host)
  // The same host is asked for again and again.
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
    // Not the one that a proxy says there was: a browser sends this one.
    done(isForeign(request.raw.headers.host) ? new AppError('unknown_host') : undefined)
  })
}

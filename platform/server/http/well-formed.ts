import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { AppError, fieldError } from './errors.ts'

/**
 * Half of a surrogate pair is no character: UTF-8 cannot hold it, so a database refuses it (within
 * JSON) or stores U+FFFD in its place (as text). It is refused as a wrong field wherever it stands.
 */

/** Whether every text in what was read from JSON, names included, is Unicode. In a loop: it may be deep. */
function isWellFormed(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (!next.isWellFormed()) return false
    } else if (typeof next === 'object' && next !== null) {
      left.push(...Object.keys(next), ...Object.values(next))
    }
  }
  return true
}

/** Whether a text is written with accents as signs of their own; most texts hold nothing but ASCII. */
const isDecomposed = (text: string) => /[^ -~\s]/.test(text) && text !== text.normalize('NFC')

/**
 * Composes every text in what was read from JSON or from an address, in place (NFC): an "ü" of two signs, as macOS hands it
 * over, is stored and found as the one that everybody types. Names of fields stay.
 */
function compose(value: unknown): void {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop() as Record<string, unknown> | null
    if (typeof next !== 'object' || next === null) continue
    for (const [name, each] of Object.entries(next)) {
      if (typeof each !== 'string') left.push(each)
      else if (isDecomposed(each)) next[name] = each.normalize('NFC')
    }
  }
}

const refused = (field: string) => fieldError(field, VALIDATION.invalid)

/** The validation of `compiler`, after a look at the texts themselves, which it gets composed. */
export function wellFormed<T>(compiler: FastifySchemaCompiler<T>): FastifySchemaCompiler<T> {
  return (route) => {
    const validate = compiler(route)
    return (data: unknown) => {
      if (!isWellFormed(data)) {
        const fields = Object.entries(Object(data))
        const [name = ''] = fields.find((entry) => !isWellFormed(entry)) ?? []
        return { error: refused(name.isWellFormed() ? name : '') }
      }
      compose(data)
      return validate(data)
    }
  }
}

/** A surrogate as it stands in an address: UTF-8 has nothing else that begins like this. */
const ENCODED = /%ed%[ab][0-9a-f]/i

/** Whether an address names a surrogate: nothing decodes it, so that no schema would see it. */
export const namesSurrogate = (url: string) => ENCODED.test(url)

/** Refuses calls with a surrogate in their query; one in the path never reaches a route. */
export function refuseSurrogates(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request
    if (!url.startsWith(API_BASE) || !namesSurrogate(url)) return done()
    const query = url.slice(url.indexOf('?') + 1).split('&')
    const [name = ''] = query.find(namesSurrogate)?.split('=') ?? []
    done(namesSurrogate(name) ? new AppError('validation') : refused(name))
  })
}

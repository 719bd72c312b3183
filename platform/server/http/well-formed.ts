import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { AppError, fieldError } from './errors.ts'

/**
 * An unpaired surrogate is not a character. UTF-8 cannot represent it, so the database rejects it (within JSON) or
 * stores U+FFFD (as text). We reject it as an invalid field everywhere.
 */

/**
 * Whether all strings of a JSON value, including keys, are well-formed Unicode. Iterative, since it may be deeply
 * nested.
 */
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

/** Whether a text contains combining accents; the first test is a shortcut for ASCII. */
const isDecomposed = (text: string) => /[^ -~\s]/.test(text) && text !== text.normalize('NFC')

/**
 * Normalises all strings of a parsed body or query to NFC, in place. macOS sends "ü" as two code points; it must be
 * stored and found like a typed one. Keys stay as they are.
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

/** Wraps the validation of `compiler`: strings are checked and normalised first. */
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

/** A percent-encoded surrogate: nothing else in UTF-8 starts with these bytes. */
const ENCODED = /%ed%[ab][0-9a-f]/i

/** Whether a URL contains an encoded surrogate. It cannot be decoded, so no schema would see it. */
export const namesSurrogate = (url: string) => ENCODED.test(url)

/** Rejects calls with a surrogate in their query. One in the path never matches a route. */
export function refuseSurrogates(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request
    if (!url.startsWith(API_BASE) || !namesSurrogate(url)) return done()
    const query = url.slice(url.indexOf('?') + 1).split('&')
    const [name = ''] = query.find(namesSurrogate)?.split('=') ?? []
    done(namesSurrogate(name) ? new AppError('validation') : refused(name))
  })
}

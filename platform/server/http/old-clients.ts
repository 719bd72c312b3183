import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { NEVER_LEFT_OUT } from '#platform/shared/input/never-left-out.ts'
import { readCountry } from '../country-names.ts'

/**
 * Older clients of the specified API send numbers as text and text as numbers, booleans as 0 and 1, missing values as ''
 * and countries as names. If a contract rejects a body or query, it is validated again with these values converted. Accepted values are
 * never changed. docs/old-clients.md has the whole list.
 */

const NUMBER = /^\s*-?\d{1,15}(\.\d{1,10})?\s*$/
const SWITCHES = new Map<unknown, boolean>([
  [0, false],
  [1, true],
  ['0', false],
  ['1', true],
  ['false', false],
  ['true', true],
])

/** A validation issue as the framework reports it. */
interface Issue {
  keyword: string
  /** `/order/country` */
  instancePath: string
  params: { expected?: string; values?: readonly unknown[] }
}

const LEAVE_OUT = Symbol('leave out')

/** Converts a rejected value to what an old client means; undefined if it has no other meaning. */
function meaningOf({ keyword, params, instancePath }: Issue, value: unknown): unknown {
  if (instancePath.endsWith('/country') && typeof value === 'string')
    return readCountry(value.trim())
  if (keyword !== 'invalid_type' && keyword !== 'invalid_value') return undefined
  const isNumber =
    params.expected === 'number' ||
    params.expected === 'int' ||
    params.values?.every((allowed) => typeof allowed === 'number') === true
  const isSwitch = params.expected === 'boolean'
  if ((isNumber || isSwitch) && (value === '' || value === null)) return LEAVE_OUT
  if (isNumber && typeof value === 'string' && NUMBER.test(value)) return Number(value)
  if (params.expected === 'string' && Number.isSafeInteger(value)) return String(value)
  return isSwitch ? SWITCHES.get(value) : undefined
}

/** The object that contains the rejected value, and its key there. */
function placeOf(data: unknown, { instancePath }: Issue) {
  const path = instancePath.split('/').slice(1)
  const name = path.pop() ?? ''
  const holder = path.reduce<unknown>((value, step) => Object(value)[step], data)
  const isThere = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
  return isThere ? { holder, name } : null
}

/** Whether a body field must not be dropped, because leaving it out has a meaning of its own. */
function isNeverLeftOut(schema: unknown, { instancePath }: Issue): boolean {
  const field = schema instanceof z.ZodObject && schema.shape[instancePath.slice(1)]
  return field instanceof z.ZodType && NEVER_LEFT_OUT.has(field)
}

/** A copy with the rejected values converted; null if none could be converted. */
function withMeanings(
  data: unknown,
  issues: readonly Issue[],
  { schema, isQuery }: { schema: unknown; isQuery: boolean },
): unknown {
  const copy = structuredClone(data)
  let hasMeaning = false
  for (const issue of issues) {
    const place = placeOf(copy, issue)
    if (!place) continue
    const value: unknown = Reflect.get(place.holder, place.name)
    const meaning = isQuery && value === '' ? LEAVE_OUT : meaningOf(issue, value)
    if (meaning === undefined || meaning === value) continue
    if (meaning === LEAVE_OUT && isNeverLeftOut(schema, issue)) continue
    hasMeaning = true
    if (meaning === LEAVE_OUT) Reflect.deleteProperty(place.holder, place.name)
    else Reflect.set(place.holder, place.name, meaning)
  }
  return hasMeaning ? copy : null
}

/** Wraps the validation of `compiler`: a rejected input is validated again with the values of old clients converted. */
export function readingOldClients<T>(compiler: FastifySchemaCompiler<T>): FastifySchemaCompiler<T> {
  return (route) => {
    const validate = compiler(route)
    const isQuery = route.httpPart === 'querystring'
    if (route.httpPart !== 'body' && !isQuery) return validate
    return (data: unknown) => {
      const answer = validate(data)
      const { error } = Object(answer)
      if (!Array.isArray(error)) return answer
      const copy = withMeanings(data, error, { schema: route.schema, isQuery })
      // The response names only what is still wrong after the conversion.
      return copy === null ? answer : validate(copy)
    }
  }
}

import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { NEVER_LEFT_OUT } from '#platform/shared/input/never-left-out.ts'
import { readCountry } from '../country-names.ts'

/**
 * Clients of the specified API that are older than this server send numbers as text, switches as 0 and 1, nothing as '' and
 * countries by their names. What the contract refuses of a body or a query is read once more with that in mind; what it
 * takes stays as it is. docs/old-clients.md lists all of it.
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

/** One thing that is wrong with an input, as the framework lists it. */
interface Issue {
  keyword: string
  /** `/order/country` */
  instancePath: string
  params: { expected?: string }
}

const LEAVE_OUT = Symbol('leave out')

/** What a refused value means; undefined where it means nothing else. */
function meaningOf({ keyword, params, instancePath }: Issue, value: unknown): unknown {
  if (instancePath.endsWith('/country') && typeof value === 'string')
    return readCountry(value.trim())
  if (keyword !== 'invalid_type') return undefined
  const isNumber = params.expected === 'number' || params.expected === 'int'
  const isSwitch = params.expected === 'boolean'
  if ((isNumber || isSwitch) && (value === '' || value === null)) return LEAVE_OUT
  if (isNumber && typeof value === 'string' && NUMBER.test(value)) return Number(value)
  return isSwitch ? SWITCHES.get(value) : undefined
}

/** The object that holds what an issue is about, and its name there. */
function placeOf(data: unknown, { instancePath }: Issue) {
  const path = instancePath.split('/').slice(1)
  const name = path.pop() ?? ''
  const holder = path.reduce<unknown>((value, step) => Object(value)[step], data)
  const isThere = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
  return isThere ? { holder, name } : null
}

/** Whether nothing stays wrong for a field of a body, since leaving it out means too much. */
function isNeverLeftOut(schema: unknown, { instancePath }: Issue): boolean {
  const field = schema instanceof z.ZodObject && schema.shape[instancePath.slice(1)]
  return field instanceof z.ZodType && NEVER_LEFT_OUT.has(field)
}

/** A copy with what the refused values mean; null where none means anything. */
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

/** The validation of `compiler`, which reads what it refuses once more as an old client means it. */
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
      if (copy === null) return answer
      const again = validate(copy)
      // What is wrong is said of what was sent.
      return Object(again).error ? answer : again
    }
  }
}

import { getTableColumns, is } from 'drizzle-orm'
import { PgSmallInt, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { INT4_MAX } from '#platform/shared/input/numbers.ts'
import * as tables from './tables.ts'
import { createUser } from './testing/factories.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

interface NumberField {
  name: string
  where: string
  schema: Schema
}

/** Names of columns that are `smallint` in every table that has them. */
function namesOfSmallColumns(): Set<string> {
  const isSmall = new Map<string, boolean>()
  for (const table of Object.values(tables)) {
    if (!is(table, PgTable)) continue
    for (const column of Object.values(getTableColumns(table))) {
      isSmall.set(column.name, is(column, PgSmallInt) && isSmall.get(column.name) !== false)
    }
  }
  return new Set([...isSmall].filter(([, small]) => small).map(([name]) => name))
}

/** The numbers in a schema, each with the name of its property. */
function numbersIn(where: string, name: string, part: unknown): NumberField[] {
  if (typeof part !== 'object' || part === null) return []
  const schema = part as Schema
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const isListed = schema.enum !== undefined || schema.const !== undefined
  const own = isNumber && !isListed ? [{ name, where, schema }] : []
  const within = Object.entries(part).flatMap(([key, value]) =>
    key === 'properties'
      ? Object.entries(value ?? {}).flatMap(([field, inner]) => numbersIn(where, field, inner))
      : numbersIn(where, name, value),
  )
  return [...own, ...within]
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: unknown
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: unknown
}

type Paths = Record<string, Record<string, Operation>>

function numbersOf(paths: Paths): NumberField[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const where = `${method.toUpperCase()} ${path.slice(API_BASE.length)}`
      const inQuery = parameters.flatMap(({ name, schema }) => numbersIn(where, name, schema))
      return [...inQuery, ...numbersIn(where, '', requestBody)]
    }),
  )
}

/** The pattern of `queryIntSchema`: a number in a query is a string there, so the document lacks its range. */
const isQueryInt = ({ schema }: Parameter) => JSON.stringify(schema).includes('^\\\\d{1,9}$')

/** The largest number that a query can contain. */
const LARGEST = '999999999'

/** A valid value for another parameter. */
function valueFor({ schema }: Parameter): string {
  const { enum: listed } = schema as Schema
  const text = JSON.stringify(schema)
  if (listed) return String(listed[0])
  if (text.includes('"uuid"')) return '00000000-0000-4000-8000-000000000000'
  if (text.includes('"date-time"')) return '2026-01-01T00:00:00Z'
  if (text.includes('"date"')) return '2026-01-01'
  if (text.includes('LatLng')) return '47.1,9.5'
  if (text.includes('\\\\d')) return '1'
  return 'text'
}

/** For each number in a query or path, a URL in which it is the largest one. */
function largestNumbers(paths: Paths): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters ?? []
    return parameters.filter(isQueryInt).map((large) => {
      const textOf = (each: Parameter) => (each === large ? LARGEST : valueFor(each))
      const given = parameters.filter((each) => each === large || each.required)
      const query = given.filter((each) => each.in === 'query')
      const words = new URLSearchParams(
        Object.fromEntries(query.map((each) => [each.name, textOf(each)])),
      )
      const inPath = parameters.filter((each) => each.in === 'path')
      const filled = inPath.reduce(
        (text, each) => text.replace(`{${each.name}}`, textOf(each)),
        path,
      )
      return `${filled}?${words}`
    })
  })
}

it('no number in a query is too large for its column', async () => {
  const { paths } = (await test.app.inject(`${API_BASE}/openapi.json`)).json()
  const urls = largestNumbers(paths)
  expect(urls.length).toBeGreaterThan(50)
  const admin = await createUser(test.deps.database.orm, { role_id: 3 })
  const headers = { authorization: `Bearer ${admin.token}` }
  const failed: string[] = []
  for (const url of urls) {
    const { statusCode } = await test.app.inject({ url, headers })
    if (statusCode >= 500) failed.push(`${statusCode} ${url}`)
  }
  expect(failed).toEqual([])
})

it('every number that a call accepts fits into its column', async () => {
  const { paths } = (await test.app.inject(`${API_BASE}/openapi.json`)).json()
  const numbers = numbersOf(paths)
  expect(numbers.length).toBeGreaterThan(100)
  const small = namesOfSmallColumns()
  expect(small).toContain('item_id')
  const tooWide = numbers.filter(({ name, schema }) => {
    const { minimum = schema.exclusiveMinimum ?? -Infinity, maximum = Infinity } = schema
    const most = small.has(name) ? 32_767 : INT4_MAX
    return minimum < -most || maximum > most
  })
  expect(tooWide.map(({ where, name }) => `${where}: ${name}`)).toEqual([])
})

import { getTableColumns, is } from 'drizzle-orm'
import { PgSmallInt, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { INT4_MAX } from '#platform/shared/input/numbers.ts'
import * as tables from './tables.ts'
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

interface Operation {
  parameters?: { name: string; schema: unknown }[]
  requestBody?: unknown
}

function numbersOf(paths: Record<string, Record<string, Operation>>): NumberField[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const where = `${method.toUpperCase()} ${path.slice(API_BASE.length)}`
      const inQuery = parameters.flatMap(({ name, schema }) => numbersIn(where, name, schema))
      return [...inQuery, ...numbersIn(where, '', requestBody)]
    }),
  )
}

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

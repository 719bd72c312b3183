import { isDeepStrictEqual } from 'node:util'
import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** A value that may be null, in the short form that is written without trying each alternative. */
function shortened(schema: JsonSchema): JsonSchema {
  const [value, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  const isNullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  if (!isNullable || !value || others.length > 0) return schema
  const { anyOf: _alternatives, ...rest } = schema
  return { ...rest, ...value, nullable: true }
}

/** The same of all schemas within a schema. */
const shortenedAll = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'anyOf' in value
      ? shortened(value as JsonSchema)
      : value,
  )

/** A function that writes answers of a schema as JSON, made for it: it knows its fields and no others. */
function writerOf(schema: z.ZodType): (answer: unknown) => string {
  const jsonSchema = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  return fastJson(shortenedAll(jsonSchema) as Parameters<typeof fastJson>[0])
}

/** The same that looks at each value as well, and fails where an answer is not what its contract says. */
function checkingWriterOf(schema: z.ZodType): (answer: unknown) => string {
  const write = writerOf(schema)
  return (answer) => {
    const json = write(answer)
    const allowed: unknown = JSON.parse(JSON.stringify(z.encode(schema, answer)))
    if (!isDeepStrictEqual(JSON.parse(json), allowed)) {
      throw new Error(`Unexpected answer: ${json} for ${JSON.stringify(allowed)}`)
    }
    return json
  }
}

/**
 * Writes answers so that only fields of the contract leave. That their values are of the right type is what
 * TypeScript has checked; looking at each of them again would take most of the time of a long list.
 * @param checked whether to look all the same, as tests do
 */
export const answerWriting =
  (checked: boolean): FastifySerializerCompiler<z.ZodType> =>
  ({ schema }) => {
    // Made when it is first needed: most calls of a process are seldom or never made.
    let write: ((answer: unknown) => string) | undefined
    return (answer) => {
      write ??= checked ? checkingWriterOf(schema) : writerOf(schema)
      return write(answer)
    }
  }

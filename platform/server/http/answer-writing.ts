import { isDeepStrictEqual } from 'node:util'
import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Rewrites a nullable value to a shorter schema, for which the serializer does not have to try each alternative. */
function shortened(schema: JsonSchema): JsonSchema {
  const [value, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  const isNullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  if (!isNullable || !value || others.length > 0) return schema
  const { anyOf: _alternatives, ...rest } = schema
  return { ...rest, ...value, nullable: true }
}

/** Applies {@link shortened} to all schemas within a schema. */
const shortenedAll = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'anyOf' in value
      ? shortened(value as JsonSchema)
      : value,
  )

/** Compiles a JSON serializer for a schema. It writes only the fields of the schema. */
function writerOf(schema: z.ZodType): (answer: unknown) => string {
  const jsonSchema = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  return fastJson(shortenedAll(jsonSchema) as Parameters<typeof fastJson>[0])
}

/** A serializer that also validates each value and throws if a response does not match its contract. */
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
 * Serializes responses with only the fields of their contract. TypeScript has already checked the types; validating
 * them again would take most of the time of a long list.
 * @param checked whether to validate anyway, as tests do
 */
export const answerWriting =
  (checked: boolean): FastifySerializerCompiler<z.ZodType> =>
  ({ schema }) => {
    // Compiled on first use: a process never makes most of the calls.
    let write: ((answer: unknown) => string) | undefined
    return (answer) => {
      write ??= checked ? checkingWriterOf(schema) : writerOf(schema)
      return write(answer)
    }
  }

import { z } from 'zod'

/** What a column of a file can hold. */
export const COLUMNS = [
  'address',
  'address_addition',
  'postcode',
  'city',
  'country',
  'latitude',
  'longitude',
  'items',
  'firstname',
  'lastname',
  'email',
  'messaging',
] as const
export type Column = (typeof COLUMNS)[number]

/** A column of a file. */
export const importColumnSchema = z.object({
  /** Its place, from 0 on. */
  index: z.int(),
  /** As the first line of the file calls it. */
  name: z.string(),
  /** The first of its cells that holds something. */
  sample: z.string(),
  /** Null: it is left out. */
  column: z.enum(COLUMNS).nullable(),
})
export type ImportColumn = z.infer<typeof importColumnSchema>

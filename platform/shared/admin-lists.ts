import { z } from 'zod'
import { queryIntSchema } from './geography.ts'

/** Page size of lists in the back office. */
export const ADMIN_PAGE_SIZE = { default: 50, max: 200 } as const

const SEARCH_MAX_LENGTH = 100

/** Page number and size of a list. */
export const adminPageSchema = z.object({
  /** From 1. */
  page: queryIntSchema.pipe(z.int().min(1).max(100_000)).default(1),
  size: queryIntSchema
    .pipe(z.int().min(1).max(ADMIN_PAGE_SIZE.max))
    .default(ADMIN_PAGE_SIZE.default),
})

/** Query of every list in the back office: a page of the rows that contain a text. */
export const adminListSchema = adminPageSchema.extend({
  search: z
    .string()
    .max(SEARCH_MAX_LENGTH)
    .refine((text) => !text.includes('\0'))
    .default(''),
})

/** One page of rows, and the total number of rows. */
export const adminListAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int() })

import { z } from 'zod'

/** Errors and notices about a file of letterboxes and its rows. */
export const IMPORT_PROBLEMS = [
  // Errors of the whole file.
  'spreadsheet',
  'not_text',
  'too_large',
  'takes_too_long',
  'too_many_rows',
  'empty',
  'columns_missing',
  'column_twice',
  // Notices about the whole file.
  'not_utf8',
  'mac_roman',
  'column_unknown',
  // Errors of a row.
  'quote_not_closed',
  'quote_inside',
  'too_many_fields',
  'address_unusable',
  'address_addition_unusable',
  'postcode_unusable',
  'city_unusable',
  'country_unknown',
  'name_too_long',
  'degrees_missing',
  'degrees_unusable',
  'swiss_grid',
  'degrees_swapped',
  'degrees_out_of_range',
  'outside_country',
  'place_unknown',
  'same_letterbox',
  'has_account',
  'left_out',
  // Warnings: the row is imported without the odd value.
  'item_unknown',
  'item_unknown_suggested',
  'email_unusable',
  'email_several',
  'same_email',
  'joined',
  'number_missing',
  'language_unknown',
  'map_unclear',
  'name_unclear',
  'messaging_unclear',
  'messaging_without_email',
  'far_away',
  'spot_guessed',
] as const
export type ImportProblemCode = (typeof IMPORT_PROBLEMS)[number]

export const importProblemSchema = z.object({
  code: z.enum(IMPORT_PROBLEMS),
  /** Values for its sentence: the text found, the column, the other line. */
  values: z.record(z.string(), z.string()),
})
export type ImportProblem = z.infer<typeof importProblemSchema>

export const rowProblemSchema = importProblemSchema.extend({
  /** Line number in the file; line 1 has the column names. */
  line: z.int(),
})
export type RowProblem = z.infer<typeof rowProblemSchema>

/** Skipped rows; rows imported with a difference from the file. */
export const PROBLEM_KINDS = ['rejections', 'warnings'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

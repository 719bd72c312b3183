import { z } from 'zod'

/** What can be wrong with a file of letterboxes, with a row of it, or be worth knowing of it. */
export const IMPORT_PROBLEMS = [
  // The file as a whole.
  'spreadsheet',
  'not_text',
  'too_large',
  'takes_too_long',
  'too_many_rows',
  'empty',
  'columns_missing',
  'column_twice',
  // What is worth knowing of it.
  'not_utf8',
  'mac_roman',
  'column_unknown',
  // A row.
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
  // A row that is imported nevertheless, without what is odd in it.
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
  /** What its sentence names: the text that was found, the column, the other line. */
  values: z.record(z.string(), z.string()),
})
export type ImportProblem = z.infer<typeof importProblemSchema>

export const rowProblemSchema = importProblemSchema.extend({
  /** In the file; the first line names the columns. */
  line: z.int(),
})
export type RowProblem = z.infer<typeof rowProblemSchema>

/** Rows that are left out; rows that are imported, but not as the file says. */
export const PROBLEM_KINDS = ['rejections', 'warnings'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

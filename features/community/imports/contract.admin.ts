import { z } from 'zod'
import { itemIdSchema } from '#features/places/items/contract.ts'
import { adminListAnswer, adminListSchema, adminPageSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { INT4_MAX, ordinalSchema, readVersionSchema } from '#platform/shared/input/numbers.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'
import { COLUMNS } from './import-columns.ts'
import { importProblemSchema, PROBLEM_KINDS, rowProblemSchema } from './import-problems.ts'
import { rejectsSchema } from './rejects.ts'

/** In bytes: some 100,000 letterboxes. Use `npm run import` for larger files. */
export const IMPORT_FILE_MAX_BYTES = 10 * 1024 * 1024
export const IMPORT_FILE_MAX_ROWS = 100_000
/**
 * Bytes per upload part, so that a part takes eight seconds at 50 kB/s. A multiple of three, so that the base64 parts
 * can be joined to the base64 of the whole file.
 */
export const IMPORT_PART_BYTES = 3 * 96 * 1024
/** Rows shown of an import. All rows are counted. */
export const IMPORT_SHOWN = 200
/** Kinds of problems shown, and rows of each. */
export const IMPORT_GROUPS_SHOWN = 100
export const IMPORT_LINES_SHOWN = 20
/** Limit for columns and sticker names that are mapped by hand. */
const MOST_CHOICES = 500

/**
 * `receiving` the parts of a file, `checking` it, `ready` to import, `writing`, `done`, `undone`; or `failed` if the
 * file cannot be read. `moved_in`: a whole site, which a command on the server brought.
 */
export const IMPORT_STATUSES = [
  'receiving',
  'checking',
  'ready',
  'writing',
  'done',
  'undone',
  'failed',
  'moved_in',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

const importColumnSchema = z.object({
  /** Position of the column, from 0. */
  index: z.int(),
  /** Its name in the first line of the file. */
  name: z.string(),
  /** The first cell that is not empty. */
  sample: z.string(),
  /** Null: the column is skipped. */
  column: z.enum(COLUMNS).nullable(),
})
export type ImportColumn = z.infer<typeof importColumnSchema>

/** A row with its problem, and its cells if it is skipped. */
const problemRowSchema = rowProblemSchema.extend({ record: z.array(z.string()).nullable() })
export type ProblemRow = z.infer<typeof problemRowSchema>

/** What importing a row does. */
export const IMPORT_EFFECTS = ['create', 'update', 'unchanged', 'taken_over'] as const
export type ImportEffect = (typeof IMPORT_EFFECTS)[number]

const countsSchema = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  taken_over: z.int(),
  rejected: z.int(),
  warnings: z.int(),
  /** New letterboxes placed in the middle of their town, for lack of a better position. */
  approximate: z.int(),
  /** New letterboxes placed in their street, because the house is unknown. Missing in older files. */
  guessed: z.int().optional(),
  /** New and changed letterboxes on the map, and with a public name. Missing in older files. */
  on_map: z.int().optional(),
  off_map: z.int().optional(),
  named: z.int().optional(),
})
export type ImportCounts = z.infer<typeof countsSchema>

const importRowSchema = z.object({
  id: z.uuid(),
  file_name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  created_at: z.iso.datetime(),
  /** Who uploaded the file; null if that account was deleted. */
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Null until the file has been read. */
  counts: countsSchema.nullable(),
  version: z.int(),
})
export type LetterboxImportRow = z.infer<typeof importRowSchema>

const shownRowSchema = z.object({
  line: z.int(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  items: z.array(z.int()),
  effect: z.enum(IMPORT_EFFECTS),
  approximate: z.boolean(),
  /** Placed in its street, because the house is unknown. */
  guessed: z.boolean().optional(),
})
export type ShownImportRow = z.infer<typeof shownRowSchema>

/** Rows with the same problem. */
const problemGroupSchema = importProblemSchema.extend({
  count: z.int(),
  /** The first rows, each with its own values. */
  rows: z.array(rowProblemSchema),
})
export type ProblemGroup = z.infer<typeof problemGroupSchema>

const farRowSchema = z.object({
  line: z.int(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Distance from the middle of the others. */
  kilometres: z.int(),
})
export type FarImportRow = z.infer<typeof farRowSchema>

const keptLetterboxSchema = z.object({
  id: z.uuid(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
})
export type KeptLetterbox = z.infer<typeof keptLetterboxSchema>

export const letterboxImportSchema = importRowSchema.extend({
  /** Places found so far, of those that need a lookup. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Why the file as a whole cannot be read. */
  failure: importProblemSchema.nullable(),
  notices: z.array(importProblemSchema),
  /** The columns of the file, as long as they can be remapped. */
  columns: z.array(importColumnSchema),
  /** Skipped rows, most frequent reason first. */
  rejections: z.array(problemGroupSchema),
  /** Rows that are imported with a difference from the file. */
  warnings: z.array(problemGroupSchema),
  /** Rows far from all others, farthest first. */
  far: z.array(farRowSchema).max(IMPORT_SHOWN),
  /** The first rows that can be imported. */
  rows: z.array(shownRowSchema),
  /** After an import: letterboxes changed since. Undoing the import keeps them. */
  changed_since: z.int(),
  /** The first of them; after undoing, those that were kept. Missing from older servers. */
  kept: z.array(keptLetterboxSchema).max(IMPORT_SHOWN).optional(),
  /** After an import: what has become of its letterboxes. Missing from older servers. */
  owners: z
    .object({
      /** The owner or a household has used it here. */
      claimed: z.int(),
      /** Not yet, but e-mails reach the owner as far as is known. */
      reachable: z.int(),
      /** The owner has no e-mail address, one that refuses e-mails, or has not come within eight weeks. */
      silent: z.int(),
      /** Deleted, or off the map because nobody answered. */
      gone: z.int(),
    })
    .nullable()
    .optional(),
  /** After an import: mails to owners with an unconfirmed address. Missing from older servers. */
  claim_mails: z
    .object({
      /** Owners who can be mailed and have not been yet. */
      open: z.int(),
      /** Null: the mails have not been sent. */
      begun_at: z.iso.datetime().nullable(),
      waiting: z.int(),
      sent: z.int(),
    })
    .nullable()
    .optional(),
})
export type LetterboxImport = z.infer<typeof letterboxImportSchema>

const contentSchema = z
  .base64(VALIDATION.invalid)
  .max(Math.ceil(IMPORT_FILE_MAX_BYTES / 3) * 4, VALIDATION.tooLong)

const change = {
  method: 'POST',
  access: 'back_office',
  body: z.object({
    id: z.uuid(VALIDATION.invalid),
    version: readVersionSchema,
  }),
  status: 200,
  answer: letterboxImportSchema,
  errors: ['validation', 'not_found', 'changed_meanwhile', 'wrong_status'],
} as const

/** CSV files of letterboxes that administrators import in the browser. */
export const letterboxImportsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/imports',
    summary: 'Lists the uploaded files, newest first',
    access: 'back_office',
    query: adminPageSchema,
    status: 200,
    answer: adminListAnswer(importRowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/imports/byId',
    summary: 'Returns how far an import has come and what will become of each row',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: letterboxImportSchema,
    errors: ['not_found'],
  },
  check: {
    method: 'POST',
    path: '/admin/imports/check',
    summary: 'Accepts a CSV file and looks up its places in the background; imports nothing yet',
    access: 'back_office',
    // The file in base64, plus the JSON around it.
    maxBytes: Math.ceil(IMPORT_FILE_MAX_BYTES / 3) * 4 + 2048,
    body: z.object({
      file_name: z
        .string(VALIDATION.name)
        .trim()
        .min(1, VALIDATION.name)
        .max(200, VALIDATION.tooLong),
      /** Base64. */
      content: contentSchema,
      /** More parts follow through `append`. */
      is_part: z.boolean(VALIDATION.invalid).default(false),
      /** Language of the owners' accounts and mails. */
      lang: sentLanguageSchema,
    }),
    status: 201,
    answer: letterboxImportSchema,
    errors: ['validation'],
  },
  append: {
    method: 'POST',
    path: '/admin/imports/append',
    summary:
      'Accepts the next part of a file; the last part starts the check. Sending the same part again changes nothing',
    access: 'back_office',
    maxBytes: IMPORT_PART_BYTES * 2,
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      /** Bytes sent before this part. */
      offset: z
        .int(VALIDATION.invalid)
        .min(0, VALIDATION.invalid)
        .max(INT4_MAX, VALIDATION.invalid),
      content: contentSchema,
      is_last: z.boolean(VALIDATION.invalid),
    }),
    status: 200,
    answer: letterboxImportSchema,
    errors: ['validation', 'not_found', 'wrong_status', 'conflict'],
  },
  choose: {
    ...change,
    path: '/admin/imports/choose',
    summary:
      'Stores what columns hold and which stickers unknown names mean, in addition to earlier choices, and checks the file again',
    body: change.body.extend({
      /** Keyed by the position of the column, from 0; null skips it. */
      columns: z.record(z.string().regex(/^\d{1,4}$/), z.enum(COLUMNS).nullable()).default({}),
      /** Keyed by the name in the file; null skips it. */
      items: z
        .record(z.string().max(200), itemIdSchema.nullable())
        .refine((items) => Object.keys(items).length <= MOST_CHOICES, VALIDATION.tooLong)
        .default({}),
    }),
  },
  run: {
    ...change,
    path: '/admin/imports/run',
    summary: 'Imports the valid rows of a checked file in one transaction',
    body: change.body.extend({
      /** Line numbers of far rows that the administrator does not want. */
      left_out: z.array(ordinalSchema).max(IMPORT_SHOWN, VALIDATION.tooLong).default([]),
      /** After the import, mail owners with an e-mail address a link to take over their letterbox. */
      mail_owners: z.boolean(VALIDATION.invalid).default(false),
    }),
  },
  mailOwners: {
    ...change,
    path: '/admin/imports/mailOwners',
    summary:
      'Mails each owner of an import with an unconfirmed address a link that hands over their letterbox, once; 409 `conflict` if that has begun',
    errors: [...change.errors, 'conflict'],
  },
  problems: {
    method: 'GET',
    path: '/admin/imports/problems',
    summary:
      'Lists all rows that are left out or imported differently from the file, page by page; `search` looks into the problem and the row, or finds a line by its number',
    access: 'back_office',
    query: adminListSchema.extend({
      id: z.uuid(VALIDATION.invalid),
      kind: z.enum(PROBLEM_KINDS, VALIDATION.invalid),
      code: z.string().max(60).optional(),
    }),
    status: 200,
    answer: adminListAnswer(problemRowSchema),
    errors: ['not_found'],
  },
  rejects: {
    method: 'GET',
    path: '/admin/imports/rejects',
    summary:
      'Returns the rows that are left out as they are in the file, to be corrected and imported',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: rejectsSchema,
    errors: ['not_found'],
  },
  discard: {
    ...change,
    path: '/admin/imports/discard',
    summary: 'Deletes a file that was not imported',
    status: 204,
    answer: null,
  },
  undo: {
    ...change,
    path: '/admin/imports/undo',
    summary:
      'Undoes an import; letterboxes that were changed since stay. 409 `conflict` if all were changed',
    errors: [...change.errors, 'conflict'],
  },
})

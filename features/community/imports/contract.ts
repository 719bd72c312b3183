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

/** Bytes of a file: some 100,000 letterboxes. Larger ones are imported by `npm run import`. */
export const IMPORT_FILE_MAX_BYTES = 10 * 1024 * 1024
export const IMPORT_FILE_MAX_ROWS = 100_000
/**
 * A file is sent in parts of so many bytes, so that each arrives in time over a slow line: at 50 kB/s in eight
 * seconds. A multiple of three, so that base64 of the parts is base64 of the whole.
 */
export const IMPORT_PART_BYTES = 3 * 96 * 1024
/** Rows that are shown of an import; all of them count. */
export const IMPORT_SHOWN = 200
/** Kinds of problems that are shown, and rows of each. */
export const IMPORT_GROUPS_SHOWN = 100
export const IMPORT_LINES_SHOWN = 20
/** Of all columns and names of stickers that are chosen by hand. */
const MOST_CHOICES = 500

/**
 * `receiving` the parts of a file, `checking` it, `ready` to be imported, `writing`, `done`, `undone`; or `failed`: the file cannot
 * be read.
 */
export const IMPORT_STATUSES = [
  'receiving',
  'checking',
  'ready',
  'writing',
  'done',
  'undone',
  'failed',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** A column of a file. */
const importColumnSchema = z.object({
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

/** A row with its problem, and as it stands in the file where it is left out. */
const problemRowSchema = rowProblemSchema.extend({ record: z.array(z.string()).nullable() })
export type ProblemRow = z.infer<typeof problemRowSchema>

/** What becomes of a row. */
export const IMPORT_EFFECTS = ['create', 'update', 'unchanged', 'taken_over'] as const
export type ImportEffect = (typeof IMPORT_EFFECTS)[number]

const countsSchema = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  taken_over: z.int(),
  rejected: z.int(),
  warnings: z.int(),
  /** Of the new ones: in the middle of their place, for want of a better position. */
  approximate: z.int(),
  /** Of the new ones: in their street, where the house is not known. Older files do not say it. */
  guessed: z.int().optional(),
  /** Of the new and the changed ones: on the map, and with a name that everybody sees. Older files do not say it. */
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
  /** Who uploaded the file; null once that account has been deleted. */
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Null until the file was read. */
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
  /** In its street, where the house is not known. */
  guessed: z.boolean().optional(),
})
export type ShownImportRow = z.infer<typeof shownRowSchema>

/** Rows with the same problem. */
const problemGroupSchema = importProblemSchema.extend({
  count: z.int(),
  /** The first of them, each with its own values. */
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
  /** From the middle of the others. */
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
  /** Places found so far, of those that have to be looked up. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Why the file as a whole cannot be read. */
  failure: importProblemSchema.nullable(),
  notices: z.array(importProblemSchema),
  /** What the file has, as long as that can be changed. */
  columns: z.array(importColumnSchema),
  /** Rows that are left out, the most frequent reason first. */
  rejections: z.array(problemGroupSchema),
  /** Rows that are imported, but not as the file says. */
  warnings: z.array(problemGroupSchema),
  /** Rows far from all others, the farthest first. */
  far: z.array(farRowSchema).max(IMPORT_SHOWN),
  /** The first of the rows that can be imported. */
  rows: z.array(shownRowSchema),
  /** Of one that is done: letterboxes that somebody has changed since; undoing it leaves them as they are. */
  changed_since: z.int(),
  /** The first of them, of one that was undone those that stayed; an older server does not say it. */
  kept: z.array(keptLetterboxSchema).max(IMPORT_SHOWN).optional(),
  /** Of one that is done, the mails to owners with an unconfirmed address; an older server does not say it. */
  claim_mails: z
    .object({
      /** Owners who can be mailed, and were not yet. */
      open: z.int(),
      /** Null: nobody has sent them. */
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

/** Files of letterboxes that administrators import by the browser. */
export const letterboxImportsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/imports',
    summary: 'Files that were given, the newest first',
    access: 'back_office',
    query: adminPageSchema,
    status: 200,
    answer: adminListAnswer(importRowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/imports/byId',
    summary: 'How far it is, and what becomes of each row',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: letterboxImportSchema,
    errors: ['not_found'],
  },
  check: {
    method: 'POST',
    path: '/admin/imports/check',
    summary: 'Takes a CSV file and looks up its places in the background; imports nothing yet',
    access: 'back_office',
    // Base64 of the file, and what stands around it.
    maxBytes: Math.ceil(IMPORT_FILE_MAX_BYTES / 3) * 4 + 2048,
    body: z.object({
      file_name: z
        .string(VALIDATION.name)
        .trim()
        .min(1, VALIDATION.name)
        .max(200, VALIDATION.tooLong),
      /** Base64. */
      content: contentSchema,
      /** The file has more than this part: `append` brings the others. */
      is_part: z.boolean(VALIDATION.invalid).default(false),
      /** Of the owners' accounts, for the mails they get. */
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
      'Takes the next part of a file; the last one begins the look at it. The same part again changes nothing',
    access: 'back_office',
    maxBytes: IMPORT_PART_BYTES * 2,
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      /** Bytes that were sent before. */
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
      'Says what columns hold and which stickers unknown names mean, beside what was chosen before; the file is looked through anew',
    body: change.body.extend({
      /** By the place of the column, from 0 on; null leaves it out. */
      columns: z.record(z.string().regex(/^\d{1,4}$/), z.enum(COLUMNS).nullable()).default({}),
      /** By the name in the file; null leaves it out. */
      items: z
        .record(z.string().max(200), itemIdSchema.nullable())
        .refine((items) => Object.keys(items).length <= MOST_CHOICES, VALIDATION.tooLong)
        .default({}),
    }),
  },
  run: {
    ...change,
    path: '/admin/imports/run',
    summary: 'Imports the good rows of a file that is ready, in one transaction',
    body: change.body.extend({
      /** Lines of rows that somebody does not want, of those that are shown as far away. */
      left_out: z.array(ordinalSchema).max(IMPORT_SHOWN, VALIDATION.tooLong).default([]),
      /** Owners with an e-mail address are mailed a link that hands the letterbox over, once it is imported. */
      mail_owners: z.boolean(VALIDATION.invalid).default(false),
    }),
  },
  mailOwners: {
    ...change,
    path: '/admin/imports/mailOwners',
    summary:
      'Mails the owners of an import a link that hands their letterbox over: each once, those with an unconfirmed address; 409 `conflict` where that has begun',
    errors: [...change.errors, 'conflict'],
  },
  problems: {
    method: 'GET',
    path: '/admin/imports/problems',
    summary:
      'All rows that are left out, or imported differently from what the file says, page by page; `search` looks into what is wrong and into the row, or for its line',
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
    summary: 'The rows that are left out as they stand in the file, to be mended and imported',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: rejectsSchema,
    errors: ['not_found'],
  },
  discard: {
    ...change,
    path: '/admin/imports/discard',
    summary: 'Forgets a file that was not imported',
    status: 204,
    answer: null,
  },
  undo: {
    ...change,
    path: '/admin/imports/undo',
    summary:
      'Takes back what an import did; letterboxes that somebody has changed since stay. 409 `conflict` where all have changed',
    errors: [...change.errors, 'conflict'],
  },
})

import { z } from 'zod'
import { adminListAnswer, adminPageSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'
import { importProblemSchema, rowProblemSchema } from './import-problems.ts'

/** Bytes of a file: some 40,000 letterboxes. Larger ones are imported by `npm run import`. */
export const IMPORT_FILE_MAX_BYTES = 5 * 1024 * 1024
export const IMPORT_FILE_MAX_ROWS = 50_000
/** Rows, problems and warnings that are shown of an import; all of them count. */
export const IMPORT_SHOWN = 200

/**
 * `checking` a file, `ready` to be imported, `writing`, `done`, `undone`; or `failed`: the file cannot
 * be read.
 */
export const IMPORT_STATUSES = ['checking', 'ready', 'writing', 'done', 'undone', 'failed'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

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
})
export type ShownImportRow = z.infer<typeof shownRowSchema>

export const letterboxImportSchema = importRowSchema.extend({
  /** Places found so far, of those that have to be looked up. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Why the file as a whole cannot be read. */
  failure: importProblemSchema.nullable(),
  notices: z.array(importProblemSchema),
  rejections: z.array(rowProblemSchema),
  warnings: z.array(rowProblemSchema),
  /** The first of the rows that can be imported. */
  rows: z.array(shownRowSchema),
  /** Of one that is done: letterboxes that somebody has changed since, so that it cannot be undone. */
  changed_since: z.int(),
})
export type LetterboxImport = z.infer<typeof letterboxImportSchema>

const change = {
  method: 'POST',
  access: 'back_office',
  body: z.object({
    id: z.uuid(VALIDATION.invalid),
    version: z.int(VALIDATION.invalid).min(0, VALIDATION.invalid),
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
      content: z
        .base64(VALIDATION.invalid)
        .max(Math.ceil(IMPORT_FILE_MAX_BYTES / 3) * 4, VALIDATION.tooLong),
      /** Of the owners' accounts, for the mails they get. */
      lang: sentLanguageSchema,
    }),
    status: 201,
    answer: letterboxImportSchema,
    errors: ['validation'],
  },
  run: {
    ...change,
    path: '/admin/imports/run',
    summary: 'Imports the good rows of a file that is ready, in one transaction',
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
      'Takes back what an import did, if nobody has changed any of its letterboxes since: 409 `conflict`',
    errors: [...change.errors, 'conflict'],
  },
})

import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { VALIDATION } from './errors.ts'

/**
 * Whoever follows the link to one of these (`/?aid=1`) has their messages switched on by it. New
 * announcements get other numbers unless these are asked for.
 */
export const MESSAGING_ANNOUNCEMENTS: readonly number[] = [1, 2]

const MAX_ACTIONS = 4
const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

const label = z.string().trim().max(60)
const color = z.union([z.literal(''), z.string().regex(HEX_COLOR)])

/** A button. `emit` is the answer it gives: `yes`, `no`, anything else none. */
export const announcementActionSchema = z.object({
  name: label.min(1),
  name_de: label.nullish(),
  name_fr: label.nullish(),
  emit: z.string().max(40).default(''),
  bg_color: color.nullish(),
  color: color.nullish(),
  class: z.string().max(80).nullish(),
})
export type AnnouncementAction = z.infer<typeof announcementActionSchema>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The buttons of an announcement that can be shown. What an older version or a hand in the database
 * left broken is left out: a colour alone costs the colour, a nameless button itself.
 */
export function readActions(text: string): AnnouncementAction[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) return []
  const lenient = announcementActionSchema.extend({
    emit: announcementActionSchema.shape.emit.catch(''),
    name_de: announcementActionSchema.shape.name_de.catch(null),
    name_fr: announcementActionSchema.shape.name_fr.catch(null),
    bg_color: announcementActionSchema.shape.bg_color.catch(null),
    color: announcementActionSchema.shape.color.catch(null),
    class: announcementActionSchema.shape.class.catch(null),
  })
  return list
    .flatMap((entry) => {
      const action = lenient.safeParse(entry)
      return action.success ? [action.data] : []
    })
    .slice(0, MAX_ACTIONS)
}

/** Text holding JSON, as it is written: every part of it must be right. */
const actionsTextSchema = z
  .string()
  .max(4000)
  .refine(
    (text) => z.array(announcementActionSchema).max(MAX_ACTIONS).safeParse(parseJson(text)).success,
    VALIDATION.invalid,
  )

const title = z.string().trim().max(200, VALIDATION.tooLong)
const content = z.string().trim().max(10_000, VALIDATION.tooLong)
const id = z.int().min(1).max(2_147_483_647)

export const announcementSchema = z.object({
  id: z.int(),
  /** English, and shown where a language has no text of its own. Content is Markdown. */
  title: z.string(),
  title_de: z.string().nullable(),
  title_fr: z.string().nullable(),
  content: z.string(),
  content_de: z.string().nullable(),
  content_fr: z.string().nullable(),
  /** False: to be answered by one of its buttons, if it has any. */
  closeable: z.boolean(),
  /** Text holding JSON: a list of buttons; see {@link readActions}. */
  actions: z.string(),
})
export type Announcement = z.infer<typeof announcementSchema>

/** What admins see beside it. */
export const announcementReportSchema = announcementSchema.extend({
  active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** How many users have seen it, and how they answered. */
  seen: z.int(),
  answered_yes: z.int(),
  answered_no: z.int(),
})
export type AnnouncementReport = z.infer<typeof announcementReportSchema>

const writtenSchema = z.object({
  title: title.min(1, VALIDATION.title),
  title_de: title.nullable().default(null),
  title_fr: title.nullable().default(null),
  content: content.min(1, VALIDATION.message),
  content_de: content.nullable().default(null),
  content_fr: content.nullable().default(null),
  closeable: z.boolean().default(true),
  actions: actionsTextSchema.default('[]'),
  active: z.boolean().default(true),
})
const { shape } = writtenSchema

export const announcementsApi = defineEndpoints({
  getFirstUnseen: {
    method: 'GET',
    path: '/announcements/getFirstUnseen',
    summary: 'The oldest active announcement that the user has not seen',
    access: 'user',
    status: 200,
    answer: announcementSchema.nullable(),
    errors: [],
  },
  getById: {
    method: 'GET',
    path: '/announcements/getById',
    summary: 'One active announcement, seen or not',
    access: 'user',
    query: z.object({ id: z.coerce.number().pipe(id) }),
    status: 200,
    answer: announcementSchema,
    errors: ['not_found'],
  },
  markAsSeen: {
    method: 'POST',
    path: '/announcements/markAsSeen',
    summary: 'It was seen, and answered with yes, no or not at all',
    access: 'user',
    body: z.object({ id, answer: z.boolean().nullable().default(null) }),
    status: 204,
    answer: null,
    errors: ['not_found', 'validation'],
  },
  list: {
    method: 'GET',
    path: '/announcements',
    summary: 'All announcements with their answers, the newest first',
    access: 'admin',
    status: 200,
    answer: z.array(announcementReportSchema),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/announcements/create',
    summary: 'Writes an announcement; it is shown at once unless it is not active',
    access: 'admin',
    body: writtenSchema.extend({
      /** One of the two whose link switches messages on. */
      id: z.union([z.literal(1), z.literal(2)]).optional(),
    }),
    status: 201,
    answer: announcementReportSchema,
    errors: ['conflict', 'validation'],
  },
  update: {
    method: 'POST',
    path: '/announcements/update',
    summary: 'Changes what is sent of an announcement',
    access: 'admin',
    body: z.object({
      id,
      title: shape.title.optional(),
      title_de: title.nullable().optional(),
      title_fr: title.nullable().optional(),
      content: shape.content.optional(),
      content_de: content.nullable().optional(),
      content_fr: content.nullable().optional(),
      closeable: z.boolean().optional(),
      actions: actionsTextSchema.optional(),
      active: z.boolean().optional(),
    }),
    status: 200,
    answer: announcementReportSchema,
    errors: ['not_found', 'validation'],
  },
  retire: {
    method: 'POST',
    path: '/announcements/retire',
    summary: 'Shows an announcement to nobody any more; its answers stay',
    access: 'admin',
    body: z.object({ id }),
    status: 200,
    answer: announcementReportSchema,
    errors: ['not_found', 'validation'],
  },
})

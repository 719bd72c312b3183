import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { INT4_MAX } from '#platform/shared/input/numbers.ts'

/**
 * Following the link to one of these (`/?aid=1`) switches the member's messages on. New announcements get other ids
 * unless the author chooses one of these.
 */
export const MESSAGING_ANNOUNCEMENTS: readonly number[] = [1, 2]

export const MAX_ACTIONS = 4
const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

const label = z.string().trim().max(60)
const color = z.union([z.literal(''), z.string().regex(HEX_COLOR)])

const actionShape = z.object({
  /** English. If a language has no name, `nameFor` chooses another one. */
  name: label.default(''),
  name_de: label.nullish(),
  name_fr: label.nullish(),
  emit: z.string().max(40).default(''),
  bg_color: color.nullish(),
  color: color.nullish(),
  class: z.string().max(80).nullish(),
})
const hasAName = ({
  name,
  name_de,
  name_fr,
}: Pick<z.infer<typeof actionShape>, 'name' | 'name_de' | 'name_fr'>) =>
  Boolean(name || name_de || name_fr)

/**
 * A button. `emit` is the answer it stores: `agree` is a plain yes, `yes` also switches messages on, `no` is a no; any
 * other value stores no answer.
 */
export const announcementActionSchema = actionShape.refine(hasAName)
export type AnnouncementAction = z.infer<typeof announcementActionSchema>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The buttons of an announcement that can be shown. Skips what an older version or a manual edit of the database left
 * broken: an invalid colour is dropped, a button without a name is left out.
 */
export function readActions(text: string): AnnouncementAction[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) return []
  const { shape } = actionShape
  const lenient = actionShape
    .extend({
      emit: shape.emit.catch(''),
      name: shape.name.catch(''),
      name_de: shape.name_de.catch(null),
      name_fr: shape.name_fr.catch(null),
      bg_color: shape.bg_color.catch(null),
      color: shape.color.catch(null),
      class: shape.class.catch(null),
    })
    .refine(hasAName)
  return list
    .flatMap((entry) => {
      const action = lenient.safeParse(entry)
      return action.success ? [action.data] : []
    })
    .slice(0, MAX_ACTIONS)
}

/** JSON text as the author sends it: every part must be valid. */
export const actionsTextSchema = z
  .string()
  .max(4000)
  .refine(
    (text) => z.array(announcementActionSchema).max(MAX_ACTIONS).safeParse(parseJson(text)).success,
    VALIDATION.invalid,
  )

export const announcementIdSchema = z.int().min(1).max(INT4_MAX)

export const announcementSchema = z.object({
  id: z.int(),
  /**
   * `title` and `content` are English; content is Markdown. At least one language has both; `textFor` chooses what
   * readers of the other languages get.
   */
  title: z.string().nullable(),
  title_de: z.string().nullable(),
  title_fr: z.string().nullable(),
  content: z.string().nullable(),
  content_de: z.string().nullable(),
  content_fr: z.string().nullable(),
  /** False: the reader has to use one of its buttons, if it has any. */
  closeable: z.boolean(),
  /** JSON text: a list of buttons; see {@link readActions}. */
  actions: z.string(),
})
export type Announcement = z.infer<typeof announcementSchema>

export const announcementsApi = defineEndpoints({
  getFirstUnseen: {
    method: 'GET',
    path: '/announcements/getFirstUnseen',
    summary: 'Returns the oldest running announcement for the caller that they have not seen',
    access: 'user',
    status: 200,
    answer: announcementSchema.nullable(),
    errors: [],
  },
  getById: {
    method: 'GET',
    path: '/announcements/getById',
    summary: 'Returns one running announcement for the caller, seen or not',
    access: 'user',
    query: z.object({ id: z.coerce.number().int().min(1).max(INT4_MAX) }),
    status: 200,
    answer: announcementSchema,
    errors: ['not_found'],
  },
  markAsSeen: {
    method: 'POST',
    path: '/announcements/markAsSeen',
    whileWaiting: true,
    summary: 'Marks an announcement as seen and stores the answer: yes, no or none',
    access: 'user',
    body: z.object({ id: announcementIdSchema, answer: z.boolean().nullable().default(null) }),
    status: 204,
    answer: null,
    errors: ['not_found', 'validation'],
  },
})

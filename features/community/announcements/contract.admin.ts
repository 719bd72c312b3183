import { z } from 'zod'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import {
  latitudeSchema,
  longitudeSchema,
  positionSchema,
  queryIntSchema,
  queryNumberSchema,
} from '#platform/shared/geography.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import {
  DEFAULT_LANGUAGE,
  STORED_LANGUAGES,
  type StoredLanguage,
} from '#platform/shared/languages.ts'
import { MAILING_STATES } from '#platform/shared/mailings.ts'
import {
  contentFieldOf,
  isBegunIn,
  isWholeIn,
  languagesFor,
  titleFieldOf,
  type WrittenTexts,
} from './best-text.ts'
import { actionsTextSchema, announcementIdSchema, announcementSchema } from './contract.ts'

/**
 * Everyone; members with messages switched off; members whose letterbox stands in a region or lends something (owner
 * and household alike); or current supporters. Members without a position are in no region.
 */
export const ANNOUNCEMENT_AUDIENCES = [
  'all',
  'no_messaging',
  'region',
  'lenders',
  'members',
] as const
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number]

/** Not published; published for later; shown; past its end; taken back. */
export const ANNOUNCEMENT_STATES = ['draft', 'scheduled', 'running', 'ended', 'retired'] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]

/** In metres. */
export const REGION_RADII = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000] as const

export const ANNOUNCEMENT_MAX_LENGTH = { title: 200, content: 10_000 } as const

const radiusSchema = z.literal(REGION_RADII, VALIDATION.invalid)
const regionSchema = positionSchema.extend({ radius: radiusSchema })
export type Region = z.infer<typeof regionSchema>

/** Local time of the community, to the minute: `2026-11-22T17:00`. */
const localTimeSchema = z
  .string()
  .regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/, VALIDATION.calendarDay)
  .refine((text) => {
    const read = new Date(`${text}Z`)
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
  }, VALIDATION.calendarDay)

const title = z.string().trim().max(ANNOUNCEMENT_MAX_LENGTH.title, VALIDATION.tooLong)
const content = z.string().trim().max(ANNOUNCEMENT_MAX_LENGTH.content, VALIDATION.tooLong)
/** Stores empty text as null. */
const ownOrNull = (text: string | null) => text || null

const writtenShape = {
  title: title.nullable().default(null).transform(ownOrNull),
  title_de: title.nullable().default(null).transform(ownOrNull),
  title_fr: title.nullable().default(null).transform(ownOrNull),
  content: content.nullable().default(null).transform(ownOrNull),
  content_de: content.nullable().default(null).transform(ownOrNull),
  content_fr: content.nullable().default(null).transform(ownOrNull),
  closeable: z.boolean().default(true),
  actions: actionsTextSchema.default('[]'),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES, VALIDATION.invalid).default('all'),
  region: regionSchema.nullable().default(null),
  on_page: z.boolean().default(true),
  by_mail: z.boolean().default(false),
  by_push: z.boolean().default(false),
  visible_from: localTimeSchema.nullable().default(null),
  visible_until: localTimeSchema.nullable().default(null),
}

interface Planned {
  audience: AnnouncementAudience
  region: Region | null
  visible_from: string | null
  visible_until: string | null
  on_page: boolean
  by_mail: boolean
  by_push: boolean
}
const hasAWay = ({ on_page, by_mail, by_push }: Planned) => on_page || by_mail || by_push
const hasItsRegion = ({ audience, region }: Planned) =>
  (audience === 'region') === (region !== null)
const endsAfterStart = ({ visible_from, visible_until }: Planned) =>
  visible_from === null || visible_until === null || visible_from < visible_until

/** Which of title and text are missing in a language. */
export function problemsIn(
  texts: WrittenTexts,
  language: StoredLanguage,
): { path: string; message: string }[] {
  const titleField = titleFieldOf(language)
  const contentField = contentFieldOf(language)
  return [
    ...(texts[titleField] ? [] : [{ path: titleField, message: VALIDATION.title }]),
    ...(texts[contentField] ? [] : [{ path: contentField, message: VALIDATION.message }]),
  ]
}

/**
 * One complete language is enough. If there is none, the issues name what is missing in the language that was begun.
 */
function isWholeSomewhere(texts: WrittenTexts, { addIssue }: z.core.$RefinementCtx) {
  if (STORED_LANGUAGES.some((language) => isWholeIn(texts, language))) return
  const languages = languagesFor(DEFAULT_LANGUAGE)
  const language = languages.find((each) => isBegunIn(texts, each)) ?? languages[0]
  for (const { path, message } of language ? problemsIn(texts, language) : []) {
    addIssue({ code: 'custom', path: [path], message })
  }
}

/** Everything the author enters. */
export const writtenAnnouncementSchema = z
  .object(writtenShape)
  .refine(hasItsRegion, { path: ['region'], error: VALIDATION.region })
  .refine(endsAfterStart, { path: ['visible_until'], error: VALIDATION.endBeforeStart })
  .refine(hasAWay, { path: ['on_page'], error: VALIDATION.invalid })
  .superRefine(isWholeSomewhere)
export type WrittenAnnouncement = z.infer<typeof writtenAnnouncementSchema>

const rowSchema = announcementSchema
  .pick({ id: true, title: true, title_de: true, title_fr: true })
  .extend({
    /** Increases with each change. A change sends the version it was based on. */
    version: z.int(),
    state: z.enum(ANNOUNCEMENT_STATES),
    audience: z.enum(ANNOUNCEMENT_AUDIENCES),
    region: regionSchema.nullable(),
    on_page: z.boolean(),
    by_mail: z.boolean(),
    by_push: z.boolean(),
    /** Local time of the community. */
    visible_from: z.string().nullable(),
    visible_until: z.string().nullable(),
    /** Size of the audience at publication; null before. */
    reach: z.int().nullable(),
    /** How many people have seen it and how they answered. The rest closed it without an answer. */
    seen: z.int(),
    answered_yes: z.int(),
    answered_no: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
export type AdminAnnouncementRow = z.infer<typeof rowSchema>

const adminAnnouncementSchema = announcementSchema.extend(rowSchema.shape)
export type AdminAnnouncement = z.infer<typeof adminAnnouncementSchema>

const answersOfDaySchema = z.object({
  /** The day in the community's time zone; an answer counts on the day the announcement was first seen. */
  day: z.iso.date(),
  yes: z.int(),
  no: z.int(),
  /** Seen without an answer. */
  closed: z.int(),
})
export type AnswersOfDay = z.infer<typeof answersOfDaySchema>

/** Progress of one channel, mail or push. */
const sendingSchema = z.object({
  state: z.enum(MAILING_STATES),
  /** People who are still in the queue. */
  waiting: z.int(),
  sent: z.int(),
  /** A mail server refused the mail, or is known to refuse the address. */
  refused: z.int(),
  /** Do not want such mails, or have unsubscribed since. */
  unsubscribed: z.int(),
  /** Cannot be reached by this channel: suspended, no confirmed address, or no device that takes pushes. */
  skipped: z.int(),
  /** No server accepted the mail for a day, or no push service accepted the push for ten minutes. */
  failed: z.int(),
  /** Their devices have ended the subscription. Push only. */
  gone: z.int(),
})
export type Sending = z.infer<typeof sendingSchema>

/** Null: this channel has not begun. */
const sendingsSchema = z.object({
  mail: sendingSchema.nullable(),
  push: sendingSchema.nullable(),
  mails_per_hour: z.int(),
  /** People notified per hour on their devices. */
  pushes_per_hour: z.int(),
  /** Hours of the community's day in which mails are sent; null: all. */
  mail_hours: z.object({ from: z.int(), until: z.int() }).nullable(),
  /** When sending mails resumes, in local time of the community; null: mails are being sent now. */
  mails_go_on_at: z.string().nullable(),
  /** Sending begins automatically at the start time; null: a member of the staff has to begin it. */
  plan: z
    .object({
      /** Who planned it; null if the account is gone. */
      by: z.string().nullable(),
      /** When sending began automatically, or turned out to be too late; null before. */
      done_at: z.string().nullable(),
    })
    .nullable(),
})
export type Sendings = z.infer<typeof sendingsSchema>

/** The announcement and the version that was read. The server rejects the call if the version has changed since. */
const readShape = { id: announcementIdSchema, version: readVersionSchema }
const readSchema = z.object(readShape)
const idBody = z.object({ id: announcementIdSchema })
const byIdQuery = z.object({ id: queryIntSchema.pipe(announcementIdSchema) })

const change = {
  method: 'POST',
  access: 'back_office',
  body: readSchema,
  status: 200,
  answer: adminAnnouncementSchema,
  errors: ['not_found', 'changed_meanwhile', 'conflict', 'validation'],
} as const

export const adminAnnouncementsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/announcements',
    summary: 'Lists all announcements, newest first; `search` looks into the titles',
    access: 'back_office',
    query: adminListSchema.extend({ state: z.enum(ANNOUNCEMENT_STATES).optional() }),
    status: 200,
    answer: adminListAnswer(rowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/announcements/byId',
    summary: 'Returns an announcement with all its texts and settings',
    access: 'back_office',
    query: byIdQuery,
    status: 200,
    answer: adminAnnouncementSchema,
    errors: ['not_found'],
  },
  reach: {
    method: 'GET',
    path: '/admin/announcements/reach',
    summary: 'Returns how many people an audience has now, without names',
    access: 'back_office',
    query: z
      .object({
        audience: z.enum(ANNOUNCEMENT_AUDIENCES),
        latitude: queryNumberSchema.pipe(latitudeSchema).optional(),
        longitude: queryNumberSchema.pipe(longitudeSchema).optional(),
        radius: queryIntSchema.pipe(radiusSchema).optional(),
      })
      .refine(
        ({ audience, latitude, longitude, radius }) =>
          audience !== 'region' ||
          (latitude !== undefined && longitude !== undefined && radius !== undefined),
      ),
    status: 200,
    answer: z.object({ people: z.int() }),
    errors: [],
  },
  answers: {
    method: 'GET',
    path: '/admin/announcements/answers',
    summary:
      'Returns how many people answered an announcement on each day; days without answers are left out',
    access: 'back_office',
    query: byIdQuery,
    status: 200,
    answer: z.object({ days: z.array(answersOfDaySchema) }),
    errors: ['not_found'],
  },
  create: {
    method: 'POST',
    path: '/admin/announcements/create',
    summary: 'Creates a draft; `id` asks for one of the two ids whose link turns on messages',
    access: 'back_office',
    body: z
      .object({ ...writtenShape, id: z.union([z.literal(1), z.literal(2)]).optional() })
      .refine(hasItsRegion, { path: ['region'], error: VALIDATION.region })
      .refine(endsAfterStart, { path: ['visible_until'], error: VALIDATION.endBeforeStart })
      .refine(hasAWay, { path: ['on_page'], error: VALIDATION.invalid })
      .superRefine(isWholeSomewhere),
    status: 201,
    answer: adminAnnouncementSchema,
    errors: ['conflict', 'validation'],
  },
  update: {
    ...change,
    path: '/admin/announcements/update',
    summary: 'Replaces everything that is written in an announcement, in any state',
    body: z
      .object({ ...writtenShape, ...readShape })
      .refine(hasItsRegion, { path: ['region'], error: VALIDATION.region })
      .refine(endsAfterStart, { path: ['visible_until'], error: VALIDATION.endBeforeStart })
      .refine(hasAWay, { path: ['on_page'], error: VALIDATION.invalid })
      .superRefine(isWholeSomewhere),
  },
  publish: {
    ...change,
    path: '/admin/announcements/publish',
    summary:
      'Publishes a draft or a retired announcement from its start time on; `conflict` in other states',
  },
  mail: {
    method: 'GET',
    path: '/admin/announcements/mail',
    summary: 'Returns an announcement as a mail in one language; sends nothing',
    access: 'back_office',
    query: byIdQuery.extend({ lang: z.enum(STORED_LANGUAGES) }),
    status: 200,
    answer: z.object({
      subject: z.string(),
      html: z.string(),
      /** Language in which the reader gets title and text. Not their own if it is missing there. */
      text_lang: z.enum(STORED_LANGUAGES),
    }),
    errors: ['not_found'],
  },
  test: {
    method: 'POST',
    path: '/admin/announcements/test',
    summary:
      'Mails an announcement in any state to the caller only; without a language, in that of their account',
    access: 'back_office',
    body: idBody.extend({ lang: z.enum(STORED_LANGUAGES).optional() }),
    status: 204,
    answer: null,
    errors: ['not_found', 'conflict', 'rate_limited'],
  },
  sending: {
    method: 'GET',
    path: '/admin/announcements/sending',
    summary: 'Returns how far the sending of an announcement by mail and push has come',
    access: 'back_office',
    query: byIdQuery,
    status: 200,
    answer: sendingsSchema,
    errors: ['not_found'],
  },
  send: {
    method: 'POST',
    path: '/admin/announcements/send',
    summary:
      'Starts sending a running announcement by mail and push, once to everyone in its audience now; a scheduled one starts by itself at its time. `conflict` in other states, and if it was sent before',
    access: 'back_office',
    body: readSchema,
    status: 200,
    answer: sendingsSchema,
    errors: ['not_found', 'changed_meanwhile', 'conflict', 'validation'],
  },
  unplan: {
    method: 'POST',
    path: '/admin/announcements/unplan',
    summary:
      'Cancels the scheduled sending of an announcement; `conflict` if none is scheduled or it has begun',
    access: 'back_office',
    body: idBody,
    status: 200,
    answer: sendingsSchema,
    errors: ['not_found', 'conflict', 'validation'],
  },
  pause: {
    method: 'POST',
    path: '/admin/announcements/pause',
    summary: 'Pauses the sending of an announcement until it is resumed',
    access: 'back_office',
    body: idBody,
    status: 200,
    answer: sendingsSchema,
    errors: ['not_found', 'conflict', 'validation'],
  },
  resume: {
    method: 'POST',
    path: '/admin/announcements/resume',
    summary: 'Resumes the sending of an announcement to those who have not received it yet',
    access: 'back_office',
    body: idBody,
    status: 200,
    answer: sendingsSchema,
    errors: ['not_found', 'conflict', 'validation'],
  },
  retire: {
    ...change,
    path: '/admin/announcements/retire',
    summary:
      'Retires an announcement: it is no longer shown, its answers stay. `conflict` unless it is published',
  },
  remove: {
    ...change,
    path: '/admin/announcements/remove',
    summary: 'Deletes a draft; `conflict` if it was ever published',
    status: 204,
    answer: null,
  },
})

import { z } from 'zod'
import { FEEDBACK_TYPES } from '#features/community/moderation/contract.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import words from './month-words.json' with { type: 'json' }

const inLanguages = z.object({ de: z.string(), fr: z.string(), en: z.string() })

/** Progress of the staff on an entry: open, taken by one of them, or done. */
const state = z.enum(['open', 'taken', 'answered', 'settled'])

const letter = z.object({ daysAgo: z.number(), state, answer: inLanguages.optional() })

/** Texts by and to the staff, in the writer's language. */
export const MONTH_WORDS = z
  .object({
    ideas: z.object({
      de: z.array(z.string()),
      fr: z.array(z.string()),
      en: z.array(z.string()),
    }),
    reports: z.array(
      letter.extend({
        type: z.enum(REPORT_TYPES.map(({ name }) => name)),
        title: inLanguages,
        message: inLanguages,
      }),
    ),
    feedback: z.array(letter.extend({ type: z.enum(FEEDBACK_TYPES), content: inLanguages })),
    manyTimes: inLanguages,
    rude: inLanguages,
    money: inLanguages,
    asked: inLanguages,
    hiddenReason: inLanguages,
    suspendedReason: inLanguages,
    objection: inLanguages,
    /** The community's own paragraph in invitation letters. */
    invitation: z.string(),
    orderNote: z.string(),
    refundNote: z.string(),
    bankTexts: z.object({ noReference: z.string(), twice: z.string() }),
    announcement: z.object({
      daysAgo: z.number(),
      days: z.number(),
      title: z.string(),
      title_de: z.string(),
      title_fr: z.string(),
      content: z.string(),
      content_de: z.string(),
      content_fr: z.string(),
    }),
  })
  .parse(words)

export type LetterState = z.infer<typeof state>

import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { languageSchema, sentLanguageSchema } from '#platform/shared/language-schema.ts'

export const userSettingsSchema = z.object({
  lang: languageSchema,
  tour_map_seen: z.boolean(),
  tour_letterbox_seen: z.boolean(),
})
export type UserSettings = z.infer<typeof userSettingsSchema>

const settingsCall = {
  access: 'user',
  status: 200,
  answer: userSettingsSchema,
  errors: [],
} as const

export const userSettingsApi = defineEndpoints({
  get: {
    ...settingsCall,
    method: 'GET',
    path: '/userSettings',
    summary: "Returns the caller's settings",
  },
  update: {
    ...settingsCall,
    method: 'POST',
    path: '/userSettings/update',
    whileWaiting: true,
    summary: 'Changes the language',
    body: z.object({ lang: sentLanguageSchema }),
  },
  markTourMapAsSeen: {
    ...settingsCall,
    method: 'POST',
    path: '/userSettings/markTourMapAsSeen',
    whileWaiting: true,
    summary: 'Marks the map tour as seen',
  },
  markTourLetterboxAsSeen: {
    ...settingsCall,
    method: 'POST',
    path: '/userSettings/markTourLetterboxAsSeen',
    whileWaiting: true,
    summary: 'Marks the letterbox tour as seen',
  },
})

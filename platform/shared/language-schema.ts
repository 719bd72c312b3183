import { z } from 'zod'
import { LANGUAGES } from './languages.ts'

export const languageSchema = z.enum(LANGUAGES)

/** A missing or unknown language sent to the API reads as English. */
export const sentLanguageSchema = languageSchema.catch('en').default('en')

import { z } from 'zod'
import { FOREIGN_LANGUAGE, LANGUAGES } from './languages.ts'

export const languageSchema = z.enum(LANGUAGES)

/** A missing or unknown language sent to the API counts as {@link FOREIGN_LANGUAGE}. */
export const sentLanguageSchema = languageSchema.catch(FOREIGN_LANGUAGE).default(FOREIGN_LANGUAGE)

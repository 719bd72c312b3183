import type { ERRORS, VALIDATION } from '@letterlend/contract/errors.ts'
import { useCallback } from 'react'
import { ApiError } from '../data/api-client.ts'
import { useTranslation } from '../start/texts.ts'

type ValidationName = keyof typeof VALIDATION
type CodeName = keyof typeof ERRORS | 'network'

const PREFIX = 'errors.validation.'

type ErrorKey = `validation.${ValidationName}` | `code.${CodeName}`

/**
 * The text of a word that came from the server, which may be newer than this page and know words that
 * have no text here: one that is missing reads as its key.
 */
function textOr(t: (key: ErrorKey) => string, key: ErrorKey, otherwise: ErrorKey): string {
  const text = t(key)
  return text === key ? t(otherwise) : text
}

/** Whole minutes until another try makes sense; null where that is sooner or not known. */
function minutesToWait({ code, retryAfter }: ApiError): number | null {
  if (code !== 'rate_limited' || retryAfter === null || retryAfter < 45) return null
  return Math.ceil(retryAfter / 60)
}

/** Words for the keys of forms and the codes of calls, in the language of the app. */
export function useErrorText() {
  const { t } = useTranslation('errors')

  /** `errors.validation.city` in words; an unknown key reads as a value that is not valid. */
  const ofKey = useCallback(
    (key: string): string => {
      const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key
      return textOr(t, `validation.${name as ValidationName}`, 'validation.invalid')
    },
    [t],
  )

  /** A failed call in words. */
  const ofError = useCallback(
    (error: unknown): string => {
      const minutes = error instanceof ApiError ? minutesToWait(error) : null
      if (minutes !== null) return t('tooOften', { count: minutes })
      const code: CodeName = error instanceof ApiError ? error.code : 'internal'
      return textOr(t, `code.${code}`, 'code.internal')
    },
    [t],
  )

  return { ofKey, ofError }
}

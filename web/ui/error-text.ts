import { ERRORS, VALIDATION } from '@letterlend/contract/errors.ts'
import { useCallback } from 'react'
import { ApiError } from '../data/api-client.ts'
import { useTranslation } from '../start/texts.ts'

type ValidationName = keyof typeof VALIDATION
type CodeName = keyof typeof ERRORS | 'network'

const PREFIX = 'errors.validation.'

function isValidationName(name: string): name is ValidationName {
  return Object.hasOwn(VALIDATION, name)
}

function isCode(name: string): name is CodeName {
  return name === 'network' || Object.hasOwn(ERRORS, name)
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
      return t(`validation.${isValidationName(name) ? name : 'invalid'}`)
    },
    [t],
  )

  /** A failed call in words. */
  const ofError = useCallback(
    (error: unknown): string => {
      const minutes = error instanceof ApiError ? minutesToWait(error) : null
      if (minutes !== null) return t('tooOften', { count: minutes })
      const code = error instanceof ApiError && isCode(error.code) ? error.code : 'internal'
      return t(`code.${code}`)
    },
    [t],
  )

  return { ofKey, ofError }
}

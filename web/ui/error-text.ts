import type { ERRORS, VALIDATION } from '@letterlend/contract/errors.ts'
import { useCallback } from 'react'
import { ApiError } from '../data/api-client.ts'
import { currentLanguage, useTranslation } from '../start/texts.ts'

type ValidationName = keyof typeof VALIDATION
/** What the back office alone is told, and has words for itself. */
export type StaffCode = 'own_account' | 'is_admin' | 'last_admin' | 'no_role_possible'
type CodeName = Exclude<keyof typeof ERRORS, StaffCode> | 'network'

const PREFIX = 'errors.validation.'

/** A word of a server newer than this page has no text here, and reads as its key. */
const isMissing = (text: string, key: string) => text === key

/** Whole minutes until another try makes sense; null where that is sooner or not known. */
function minutesToWait({ code, retryAfter }: ApiError): number | null {
  if (code !== 'rate_limited' || retryAfter === null || retryAfter < 45) return null
  return Math.ceil(retryAfter / 60)
}

/** "Saturday 21 November at 10:00", some seconds from now. */
function timeIn(seconds: number): string {
  const at = new Date(Date.now() + seconds * 1000)
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  return at.toLocaleString(currentLanguage(), { ...day, hour: '2-digit', minute: '2-digit' })
}

/** Words for the keys of forms and the codes of calls, in the language of the app. */
export function useErrorText() {
  const { t } = useTranslation('errors')

  /** `errors.validation.city` in words; an unknown key reads as a value that is not valid. */
  const ofKey = useCallback(
    (key: string): string => {
      const name = (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key) as ValidationName
      const text = t(`validation.${name}`)
      return isMissing(text, `validation.${name}`) ? t('validation.invalid') : text
    },
    [t],
  )

  /** A failed call in words. */
  const ofError = useCallback(
    (error: unknown): string => {
      const minutes = error instanceof ApiError ? minutesToWait(error) : null
      if (minutes !== null) return t('tooOften', { count: minutes })
      if (error instanceof ApiError && error.code === 'asked_too_many' && error.retryAfter)
        return t('askedTooMany', { when: timeIn(error.retryAfter + 59) })
      const code = error instanceof ApiError ? (error.code as CodeName) : 'internal'
      const text = t(`code.${code}`)
      const words = isMissing(text, `code.${code}`) ? t('code.internal') : text
      const id = error instanceof ApiError && code === 'internal' ? error.requestId : null
      return id ? `${words} ${t('supportCode', { id })}` : words
    },
    [t],
  )

  return { ofKey, ofError }
}

import { useCallback } from 'react'
import type { ERRORS, VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '../../data/api-client.ts'
import { currentLanguage, translate, useTranslation } from '../../start/texts.ts'

/** What forms of the back office alone are told: their words come with its texts. */
type StaffValidation =
  | 'money'
  | 'belowPrice'
  | 'aboveSlider'
  | 'otherAmount'
  | 'region'
  | 'calendarDay'
  | 'pastDay'
type ValidationName = Exclude<keyof typeof VALIDATION, StaffValidation>
/** What the back office alone is told, and has words for itself. */
export type StaffCode =
  | 'own_account'
  | 'is_admin'
  | 'last_admin'
  | 'no_role_possible'
  | 'other_bank_account'
/** The same, in words that are the same on each of its screens. */
type StaffWord =
  | 'changed_meanwhile'
  | 'wrong_status'
  | 'not_refundable'
  | 'refund_refused'
  | 'file_takes_too_long'
/** What is told where the code of a parcel is typed. */
type ParcelWord =
  | 'other_address'
  | 'parcel_code_used'
  | 'parcel_code_expired'
  | 'parcel_code_unknown'
type PaymentWord = 'payment_declined' | 'payment_pending' | 'amount_changed'
type HouseholdWord = 'household_full' | 'too_many_invitations'
type ScreenWord = StaffWord | ParcelWord | PaymentWord | HouseholdWord
type CodeName = Exclude<keyof typeof ERRORS, StaffCode | ScreenWord> | 'network'

const PREFIX = 'errors.validation.'

type LaterKey =
  | `admin:validation.${StaffValidation}`
  | `admin:code.${StaffWord}`
  | `parcels:code.${ParcelWord}`
  | `payments:code.${PaymentWord}`
  | `household:code.${HouseholdWord}`

/** Words that are needed on some screens alone, and come with the texts of these; null where they are not here. */
function textOfScreen(path: string): string | null {
  for (const namespace of ['admin', 'parcels', 'payments', 'household'] as const) {
    const text = translate(`${namespace}:${path}` as LaterKey)
    if (!isMissing(text, path)) return text
  }
  return null
}

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

  /** `errors.validation.city` in words, with what stands behind a colon in it; an unknown key reads as a value that is not valid. */
  const ofKey = useCallback(
    (key: string): string => {
      const [word = '', ...more] = (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key).split(
        ':',
      )
      const name = word as ValidationName
      const text = t(`validation.${name}`, { letters: more.join(':') })
      if (!isMissing(text, `validation.${name}`)) return text
      return textOfScreen(`validation.${word}`) ?? t('validation.invalid')
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
      const path = `code.${code}`
      const words = isMissing(text, path) ? (textOfScreen(path) ?? t('code.internal')) : text
      const id = error instanceof ApiError && code === 'internal' ? error.requestId : null
      return id ? `${words} ${t('supportCode', { id })}` : words
    },
    [t],
  )

  return { ofKey, ofError }
}

import { useCallback } from 'react'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { FieldErrors } from '#platform/shared/error-answer.ts'
import type { ERRORS, VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '../../data/api-client.ts'
import { serverNow } from '../../data/server-clock.ts'
import { translate, useTranslation } from '../../start/texts.ts'
import { dateFormat } from './date-format.ts'
import { type FailureCode, isFailure, useFailureText } from './failure-text.ts'

/**
 * Keys of errors that only forms of the back office show: their words come with the back office's texts.
 */
type StaffValidation =
  | 'money'
  | 'belowPrice'
  | 'reason'
  | 'aboveSlider'
  | 'otherAmount'
  | 'region'
  | 'calendarDay'
  | 'pastDay'
type ValidationName = Exclude<keyof typeof VALIDATION, StaffValidation>
/** Codes that only the back office gets, each screen of which has its own words for them. */
export type StaffCode =
  | 'own_account'
  | 'is_admin'
  | 'last_admin'
  | 'no_role_possible'
  | 'other_bank_account'
/** Codes that only the back office gets, with the same words on all of its screens. */
type StaffWord =
  | 'changed_meanwhile'
  | 'task_missing'
  | 'wrong_status'
  | 'disputed'
  | 'reminded_lately'
  | 'not_refundable'
  | 'refund_refused'
  | 'contact_missing'
  | 'file_takes_too_long'
/** Codes that are shown where the code of a parcel is typed. */
type ParcelWord =
  | 'other_address'
  | 'parcel_code_used'
  | 'parcel_code_expired'
  | 'parcel_code_unknown'
type PaymentWord = 'payment_declined' | 'payment_pending' | 'amount_changed'
type HouseholdWord = 'household_full' | 'too_many_invitations'
type ScreenWord = StaffWord | ParcelWord | PaymentWord | HouseholdWord
type CodeName = Exclude<keyof typeof ERRORS, StaffCode | ScreenWord | FailureCode>

const PREFIX = 'errors.validation.'

type LaterKey =
  | `admin:validation.${StaffValidation}`
  | `admin:code.${StaffWord}`
  | `parcels:code.${ParcelWord}`
  | `payments:code.${PaymentWord}`
  | `household:code.${HouseholdWord}`

/** Words that only some screens need and load with their texts; null where they are not loaded. */
function textOfScreen(path: string): string | null {
  for (const namespace of ['admin', 'parcels', 'payments', 'household'] as const) {
    const text = translate(`${namespace}:${path}` as LaterKey)
    if (!isMissing(text, path)) return text
  }
  return null
}

/** A server newer than this page may send a code without a text here; it is shown as its key. */
const isMissing = (text: string, key: string) => text === key

/** "Saturday 21 November at 10:00", some seconds from now. */
function timeIn(seconds: number): string {
  const at = new Date(serverNow().getTime() + seconds * SECOND_MS)
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const format = dateFormat({ ...day, hour: '2-digit', minute: '2-digit' })
  return format.format(at)
}

/** Words for the keys of forms and the codes of calls, in the language of the app. */
export function useErrorText() {
  const { t } = useTranslation('errors')
  const ofFailure = useFailureText()

  /**
   * `errors.validation.city` in words, with the value after a colon put in; an unknown key reads as "not
   * valid".
   */
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

  /** What is wrong with the fields of a refused call, each thing once. */
  const wordsOf = useCallback(
    (errors: FieldErrors): Set<string> => new Set(Object.values(errors).flat().map(ofKey)),
    [ofKey],
  )

  /** A failed call in words. */
  const ofError = useCallback(
    (error: unknown): string => {
      if (!(error instanceof ApiError) || isFailure(error.code)) return ofFailure(error)
      if (error.code === 'asked_too_many' && error.retryAfter)
        return t('askedTooMany', { when: timeIn(error.retryAfter + 59) })
      const code = error.code as CodeName
      if (code === 'validation') return [t('code.validation'), ...wordsOf(error.errors)].join(' ')
      const text = t(`code.${code}`)
      const path = `code.${code}`
      return isMissing(text, path) ? (textOfScreen(path) ?? ofFailure(error)) : text
    },
    [t, ofFailure, wordsOf],
  )

  return { ofKey, ofError }
}

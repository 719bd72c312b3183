import { useCallback } from 'react'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { FieldErrors } from '#platform/shared/error-answer.ts'
import type { ERRORS, VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '../../data/api-client.ts'
import { serverNow } from '../../data/server-clock.ts'
import { translate, useTranslation } from '../../start/texts.ts'
import { dateFormat } from './date-format.ts'
import { type FailureCode, isFailure, useFailureText } from './failure-text.ts'

/** Error keys of back office forms; their texts are loaded with the back office. */
type StaffValidation =
  | 'money'
  | 'belowPrice'
  | 'reason'
  | 'aboveSlider'
  | 'otherAmount'
  | 'region'
  | 'postcodes'
  | 'outline'
  | 'calendarDay'
  | 'pastDay'
type ValidationName = Exclude<keyof typeof VALIDATION, StaffValidation>
/** Codes that only the back office gets, with a different text on each screen. */
export type StaffCode =
  | 'own_account'
  | 'is_admin'
  | 'last_admin'
  | 'no_role_possible'
  | 'other_bank_account'
/** Codes that only the back office gets, with the same text on all screens. */
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
/** Codes for screens with the code of a parcel. */
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

/** Texts that only some screens need and load; null if they are not loaded. */
function textOfScreen(path: string): string | null {
  for (const namespace of ['admin', 'parcels', 'payments', 'household'] as const) {
    const text = translate(`${namespace}:${path}` as LaterKey)
    if (!isMissing(text, path)) return text
  }
  return null
}

/** A newer server may send a code without a text here; its key is shown. */
const isMissing = (text: string, key: string) => text === key

/** "Saturday 21 November at 10:00", a number of seconds from now. */
function timeIn(seconds: number): string {
  const at = new Date(serverNow().getTime() + seconds * SECOND_MS)
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const format = dateFormat({ ...day, hour: '2-digit', minute: '2-digit' })
  return format.format(at)
}

/** Texts for error keys of forms and error codes of calls, in the app's language. */
export function useErrorText() {
  const { t } = useTranslation('errors')
  const ofFailure = useFailureText()

  /**
   * The text of `errors.validation.city`, with the value after a colon filled in; an unknown key is shown as "not
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

  /** The problems of a rejected call's fields, each once. */
  const wordsOf = useCallback(
    (errors: FieldErrors): Set<string> => new Set(Object.values(errors).flat().map(ofKey)),
    [ofKey],
  )

  /** The text for a failed call. */
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

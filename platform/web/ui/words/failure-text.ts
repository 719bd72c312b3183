import { useCallback } from 'react'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { ApiError } from '../../data/api-client.ts'
import { useTranslation } from '../../start/texts.ts'

/** Codes that any call can fail with; `useErrorText` has texts for all others. */
export type FailureCode = 'network' | 'unavailable' | 'rate_limited' | 'internal'

const FAILURES: readonly string[] = ['network', 'unavailable', 'rate_limited', 'internal']

export const isFailure = (code: string): code is FailureCode => FAILURES.includes(code)

/** Whole minutes until a retry makes sense; null if less than a minute or unknown. */
function minutesToWait({ code, retryAfter }: ApiError): number | null {
  if (code !== 'rate_limited' || retryAfter === null || retryAfter < 45) return null
  return Math.ceil(retryAfter / MINUTE_SECONDS)
}

/**
 * Texts for failed calls on read-only screens, which cannot be rejected; the start page has no other error texts.
 * Unknown codes are shown as a server error.
 */
export function useFailureText() {
  const { t } = useTranslation('failures')
  return useCallback(
    (error: unknown): string => {
      if (!(error instanceof ApiError)) return t('code.internal')
      const minutes = minutesToWait(error)
      if (minutes !== null) return t('tooOften', { count: minutes })
      const code = isFailure(error.code) ? error.code : 'internal'
      const words = t(`code.${code}`)
      const id = error.code === 'internal' ? error.requestId : null
      return id ? `${words} ${t('supportCode', { id })}` : words
    },
    [t],
  )
}

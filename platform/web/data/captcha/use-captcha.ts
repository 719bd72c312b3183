import { useCallback, useEffect, useRef } from 'react'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { ApiError } from '../api-client.ts'
import { configQuery, useConfig } from '../config.ts'
import { queryClient } from '../query-client.ts'
import { solveCaptcha } from './captcha.ts'

/** An older solution is discarded: the server's challenges expire. */
const FRESH_MS = 4 * MINUTE_MS

interface Attempt {
  startedAt: number
  payload: Promise<string>
}

/**
 * Solves a captcha in the background as soon as the form is shown, if the community uses captchas.
 * @param needed whether this user needs one, for example a visitor who is not logged in
 * @returns `take`: the payload of an unused solution. Undefined if none is needed or this device could not solve it;
 * the server then rejects the form. Rejects with an {@link ApiError} if the server gives no challenge.
 */
export function useCaptcha(needed: boolean): () => Promise<string | undefined> {
  const isOn = useConfig()?.captcha === true
  const attempt = useRef<Attempt | null>(null)
  const controller = useRef<AbortController | null>(null)

  const start = useCallback((): Attempt => {
    controller.current ??= new AbortController()
    const payload = solveCaptcha(controller.current.signal)
    // Awaited when the form is sent; until then a failure must not count as unhandled.
    payload.catch(() => undefined)
    const started = { startedAt: Date.now(), payload }
    attempt.current = started
    return started
  }, [])

  useEffect(() => {
    if (!needed || !isOn) return
    start()
    return () => {
      controller.current?.abort()
      controller.current = null
      attempt.current = null
    }
  }, [needed, isOn, start])

  return useCallback(async () => {
    if (!needed) return undefined
    // The user may be faster than the settings, or they failed to load.
    const config = await queryClient.fetchQuery(configQuery)
    if (!config.captcha) return undefined
    const ready = attempt.current
    const fresh = ready !== null && Date.now() - ready.startedAt < FRESH_MS
    const solution = fresh ? ready : start()
    attempt.current = null
    try {
      return await solution.payload.catch(() => start().payload)
    } catch (error) {
      if (error instanceof ApiError) throw error
      return undefined
    }
  }, [needed, start])
}

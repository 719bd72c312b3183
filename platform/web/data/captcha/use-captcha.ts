import { useCallback, useEffect, useRef } from 'react'
import { solveCaptcha } from './captcha.ts'

/** A solution older than this is thrown away: the server's challenges expire. */
const FRESH_MS = 4 * 60_000

interface Attempt {
  startedAt: number
  payload: Promise<string>
}

/**
 * Solves a captcha in the background from the moment the form is shown.
 * @returns `take`: the payload of a solution that was not used before. Undefined where the captcha is
 * switched off or could not be solved: the server then says so in its answer.
 */
export function useCaptcha(enabled: boolean): () => Promise<string | undefined> {
  const attempt = useRef<Attempt | null>(null)
  const controller = useRef<AbortController | null>(null)

  const start = useCallback((): Attempt => {
    controller.current ??= new AbortController()
    const payload = solveCaptcha(controller.current.signal)
    // Awaited only when the form is sent; until then nobody handles a failure.
    payload.catch(() => undefined)
    const started = { startedAt: Date.now(), payload }
    attempt.current = started
    return started
  }, [])

  useEffect(() => {
    if (!enabled) return
    start()
    return () => {
      controller.current?.abort()
      controller.current = null
      attempt.current = null
    }
  }, [enabled, start])

  return useCallback(async () => {
    if (!enabled) return undefined
    const ready = attempt.current
    const fresh = ready !== null && Date.now() - ready.startedAt < FRESH_MS
    const solution = fresh ? ready : start()
    attempt.current = null
    try {
      return await solution.payload
    } catch {
      return start().payload.catch(() => undefined)
    }
  }, [enabled, start])
}

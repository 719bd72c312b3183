import { useEffect, useEffectEvent, useRef } from 'react'

/** Pause before a mailed link acts by itself. */
const AUTO_CONFIRM_MS = 1500

/** Calls `confirm` once with the token of the link; null means not, or not yet. */
export function useConfirmLink(token: string | null, confirm: (token: string) => void): void {
  const spent = useRef<string | null>(null)
  const redeem = useEffectEvent((fresh: string) => {
    spent.current = fresh
    confirm(fresh)
  })
  useEffect(() => {
    if (!token || spent.current === token) return
    const timer = setTimeout(() => redeem(token), AUTO_CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [token])
}

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isMapScreen, paths } from '#platform/shared/paths.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import classes from './pending-screen.module.css'

/** A screen that loads within this time shows no skeleton. */
const PATIENCE_MS = 300

/** The part of the Navigation API that we use; TypeScript has no types for it yet. */
interface NavigationEvents {
  addEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void
  removeEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void
}
interface NavigateEvent {
  readonly destination: { readonly url: string; readonly sameDocument: boolean }
}

/** All map URLs are one screen. */
const screenOf = (pathname: string) => (isMapScreen(pathname) ? paths.map() : pathname)

/** The path of a screen whose code is still loading; null otherwise. */
function usePendingScreen(): string | null {
  const { pathname } = useLocation()
  const [pendingPath, setPendingPath] = useState<string | null>(null)
  useEffect(() => {
    const { navigation } = window as { navigation?: NavigationEvents }
    let timer: ReturnType<typeof setTimeout> | undefined
    const onNavigate = ({ destination }: NavigateEvent) => {
      clearTimeout(timer)
      const target = new URL(destination.url).pathname
      if (!destination.sameDocument || screenOf(target) === screenOf(pathname)) setPendingPath(null)
      else timer = setTimeout(() => setPendingPath(target), PATIENCE_MS)
    }
    navigation?.addEventListener('navigate', onNavigate)
    return () => {
      clearTimeout(timer)
      setPendingPath(null)
      navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [pathname])
  return pendingPath
}

/**
 * Shows the next screen's skeleton over the current one: React keeps that until the code has loaded, and on a slow
 * network nothing would seem to happen.
 */
export function PendingScreen() {
  const pending = usePendingScreen()
  if (pending === null) return null
  return (
    <div className={classes.pending}>
      <PageLoader pathname={pending} />
    </div>
  )
}

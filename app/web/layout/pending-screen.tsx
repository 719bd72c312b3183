import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isMapScreen, paths } from '#platform/shared/paths.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import classes from './pending-screen.module.css'

/** What comes within this time never shows its shape. */
const PATIENCE_MS = 300

/** What of the Navigation API is needed here; TypeScript does not know it yet. */
interface NavigationEvents {
  addEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void
  removeEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void
}
interface NavigateEvent {
  readonly destination: { readonly url: string; readonly sameDocument: boolean }
}

/** Map addresses are one screen. */
const screenOf = (pathname: string) => (isMapScreen(pathname) ? paths.map() : pathname)

/** The screen that was asked for and is not there yet. */
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
 * The shape of the next screen over the one that is left: React keeps that one until the code of the
 * next is there, and on a slow network nothing would seem to have happened.
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

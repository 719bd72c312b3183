import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { reloadUser, useSession } from '#features/accounts/web/data/door.ts'
import { WithUser } from '#features/accounts/web/door.ts'
import {
  ADMIN_SCREENS,
  type AdminScreen,
  adminPaths,
  MODERATOR_SCREENS,
} from '#platform/shared/admin-paths.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import '#platform/web/start/admin-texts.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import classes from './back-office.module.css'
import { BackOfficeNavigation } from './back-office-navigation.tsx'

const AdminItemsScreen = lazy(() =>
  import('#features/items/web/admin/admin-items-screen.tsx').then((m) => ({
    default: m.AdminItemsScreen,
  })),
)
const AdminLetterboxesPage = lazy(() =>
  import('../pages/admin-letterboxes-page.tsx').then((m) => ({ default: m.AdminLetterboxesPage })),
)
const AnnouncementsPage = lazy(() =>
  import('./announcements-page.tsx').then((m) => ({ default: m.AnnouncementsPage })),
)
const AuditScreen = lazy(() =>
  import('#features/audit/web/audit-screen.tsx').then((m) => ({ default: m.AuditScreen })),
)
const FeedbackInboxScreen = lazy(() =>
  import('#features/general-feedbacks/web/feedback-inbox-screen.tsx').then((m) => ({
    default: m.FeedbackInboxScreen,
  })),
)
const ImportsScreen = lazy(() =>
  import('#features/imports/web/imports-screen.tsx').then((m) => ({ default: m.ImportsScreen })),
)
const MessagesScreen = lazy(() =>
  import('#features/message-reports/web/messages-screen.tsx').then((m) => ({
    default: m.MessagesScreen,
  })),
)
const AdminLegalScreen = lazy(() =>
  import('#features/legal/web/admin-legal-screen.tsx').then((m) => ({
    default: m.AdminLegalScreen,
  })),
)
const ObjectionsScreen = lazy(() =>
  import('#features/decisions/web/objections-screen.tsx').then((m) => ({
    default: m.ObjectionsScreen,
  })),
)
const OrderQueueScreen = lazy(() =>
  import('#features/orders/web/queue/order-queue-screen.tsx').then((m) => ({
    default: m.OrderQueueScreen,
  })),
)
const OverviewScreen = lazy(() =>
  import('#features/overview/web/overview-screen.tsx').then((m) => ({
    default: m.OverviewScreen,
  })),
)
const ReportsInboxScreen = lazy(() =>
  import('#features/reports/web/reports-inbox-screen.tsx').then((m) => ({
    default: m.ReportsInboxScreen,
  })),
)
const SettingsScreen = lazy(() =>
  import('#features/settings/web/settings-screen.tsx').then((m) => ({
    default: m.SettingsScreen,
  })),
)
const UsersScreen = lazy(() =>
  import('#features/users/web/users-screen.tsx').then((m) => ({ default: m.UsersScreen })),
)

/** The page for each address below `/admin/{screen}`; a screen with rows gets `/:id` as well. */
const SCREENS: Partial<Record<AdminScreen, ComponentType>> = {
  overview: OverviewScreen,
  orders: OrderQueueScreen,
  items: AdminItemsScreen,
  letterboxes: AdminLetterboxesPage,
  imports: ImportsScreen,
  announcements: AnnouncementsPage,
  reports: ReportsInboxScreen,
  feedback: FeedbackInboxScreen,
  'held-messages': MessagesScreen,
  users: UsersScreen,
  objections: ObjectionsScreen,
  legal: AdminLegalScreen,
  settings: SettingsScreen,
  audit: AuditScreen,
}

/** The screens that a role may see, in their order; none for a member. */
function screensOf(roleId: number): AdminScreen[] {
  const may = (screen: AdminScreen) =>
    roleId === ROLE_ID.admin || (roleId === ROLE_ID.moderator && MODERATOR_SCREENS.includes(screen))
  return ADMIN_SCREENS.filter((screen) => SCREENS[screen] && may(screen))
}

/**
 * `/admin`: where a community is run. Everybody else sees that there is nothing here; the server decides at
 * each call what an account may do.
 */
export function BackOffice() {
  const { loggedIn } = useSession()
  if (!loggedIn) return <NotFoundPage />
  return <WithUser>{(user) => <Screens screens={screensOf(user.role_id)} />}</WithUser>
}

/**
 * Somebody may have lost their role meanwhile: the next call is then refused, and this screen shows
 * nothing.
 */
function useLostRole(): void {
  useEffect(() => {
    const look = (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) reloadUser().catch(() => undefined)
    }
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (
          event.type === 'updated' &&
          event.action.type === 'error' &&
          event.query.queryKey[0] === 'admin'
        )
          look(event.action.error)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

function Screens({ screens }: { screens: AdminScreen[] }) {
  useLostRole()
  const [first] = screens
  if (first === undefined) return <NotFoundPage />
  return (
    <div className={classes.root}>
      <BackOfficeNavigation screens={screens} />
      <div className={classes.screen}>
        <Suspense fallback={<PageLoader />}>
          <Routes>
            <Route index element={<Navigate to={adminPaths.screen(first)} replace />} />
            {screens.map((screen) => {
              const Screen = SCREENS[screen]
              return Screen ? (
                <Route key={screen} path={`${screen}/:id?`} element={<Screen />} />
              ) : null
            })}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </div>
    </div>
  )
}

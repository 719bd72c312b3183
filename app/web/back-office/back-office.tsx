import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { reloadUser, useSession } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { StaffGate } from '#features/people/sign-in/second-factors/web/door.ts'
import {
  ADMIN_SCREENS,
  type AdminScreen,
  adminPaths,
  CALL_OF_SCREEN,
} from '#platform/shared/admin-paths.ts'
import type { Area } from '#platform/shared/areas.ts'
import { helpPaths } from '#platform/shared/help-paths.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { Task } from '#platform/shared/tasks.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import '#platform/web/start/admin-texts.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AreaLine, ViewersArea } from '#platform/web/ui/back-office/viewers-area.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import classes from './back-office.module.css'
import { BackOfficeNavigation } from './back-office-navigation.tsx'

const AccessTokensScreen = lazy(() =>
  import('#features/people/sign-in/access-tokens/web/admin/access-tokens-screen.tsx').then((m) => ({
    default: m.AccessTokensScreen,
  })),
)
const AdminItemsScreen = lazy(() =>
  import('#features/places/items/web/admin/items-screen.tsx').then((m) => ({
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
  import('#features/people/audit/web/admin/audit-screen.tsx').then((m) => ({
    default: m.AuditScreen,
  })),
)
const BackupsScreen = lazy(() =>
  import('#features/community/operations/backups/web/admin/backups-screen.tsx').then((m) => ({
    default: m.BackupsScreen,
  })),
)
const CasesPage = lazy(() => import('./cases-page.tsx').then((m) => ({ default: m.CasesPage })))
const ImportsScreen = lazy(() =>
  import('#features/community/imports/web/admin/imports-screen.tsx').then((m) => ({
    default: m.ImportsScreen,
  })),
)
const KeysScreen = lazy(() =>
  import('#features/community/operations/keys/web/admin/keys-screen.tsx').then((m) => ({
    default: m.KeysScreen,
  })),
)
const InvitationsScreen = lazy(() =>
  import('#features/community/joining/invitations/web/admin/invitations-screen.tsx').then((m) => ({
    default: m.InvitationsScreen,
  })),
)
const MovedMailScreen = lazy(() =>
  import('#features/community/moving/web/admin/moved-mail-screen.tsx').then((m) => ({
    default: m.MovedMailScreen,
  })),
)
const NewcomersScreen = lazy(() =>
  import('#features/people/newcomers/web/admin/newcomers-screen.tsx').then((m) => ({
    default: m.NewcomersScreen,
  })),
)
const AdminLegalScreen = lazy(() =>
  import('#features/community/legal/web/admin/legal-screen.tsx').then((m) => ({
    default: m.AdminLegalScreen,
  })),
)
const ObjectionsScreen = lazy(() =>
  import('#features/people/decisions/web/admin/objections-screen.tsx').then((m) => ({
    default: m.ObjectionsScreen,
  })),
)
const OrderQueueScreen = lazy(() =>
  import('#features/shop/orders/web/admin/queue/order-queue-screen.tsx').then((m) => ({
    default: m.OrderQueueScreen,
  })),
)
const OverviewScreen = lazy(() =>
  import('#features/community/statistics/overview/web/admin/overview-screen.tsx').then((m) => ({
    default: m.OverviewScreen,
  })),
)
const RolesPage = lazy(() => import('./roles-page.tsx').then((m) => ({ default: m.RolesPage })))
const SettingsScreen = lazy(() =>
  import('#features/community/settings/web/admin/settings-screen.tsx').then((m) => ({
    default: m.SettingsScreen,
  })),
)
const UsersScreen = lazy(() =>
  import('#features/community/members/web/admin/users-screen.tsx').then((m) => ({
    default: m.UsersScreen,
  })),
)

const WebhooksScreen = lazy(() =>
  import('#features/community/operations/webhooks/web/admin/webhooks-screen.tsx').then((m) => ({
    default: m.WebhooksScreen,
  })),
)

/** The page of each `/admin/{screen}`; screens with rows also have `/:id`. */
const SCREENS: Record<AdminScreen, ComponentType> = {
  overview: OverviewScreen,
  orders: OrderQueueScreen,
  items: AdminItemsScreen,
  letterboxes: AdminLetterboxesPage,
  imports: ImportsScreen,
  moving: MovedMailScreen,
  announcements: AnnouncementsPage,
  reports: () => <CasesPage kind="reports" />,
  'message-reports': () => <CasesPage kind="message-reports" />,
  'held-messages': () => <CasesPage kind="held-messages" />,
  feedback: () => <CasesPage kind="feedback" />,
  newcomers: NewcomersScreen,
  invitations: InvitationsScreen,
  users: UsersScreen,
  roles: RolesPage,
  objections: ObjectionsScreen,
  legal: AdminLegalScreen,
  settings: SettingsScreen,
  backups: BackupsScreen,
  keys: KeysScreen,
  'access-tokens': AccessTokensScreen,
  webhooks: WebhooksScreen,
  audit: AuditScreen,
}

/** The screens of a user's tasks, in order; empty without tasks. */
const screensOf = (holder: Parameters<typeof may>[0]): AdminScreen[] =>
  ADMIN_SCREENS.filter((screen) => may(holder, CALL_OF_SCREEN[screen]))

/**
 * `/admin`: running a community. For everyone else the page does not exist. The server checks permissions on each call.
 */
export function BackOffice() {
  const { loggedIn } = useSession()
  if (!loggedIn) return <NotFoundPage />
  return (
    <WithUser>
      {(user) => (
        <ViewersArea value={user.area}>
          <Screens screens={screensOf(user)} tasks={user.tasks} area={user.area} />
        </ViewersArea>
      )}
    </WithUser>
  )
}

/** An account without any task left gets 404. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && (error.code === 'task_missing' || error.status === 404)

/**
 * A user may lose a task meanwhile: their next call is then rejected, and the back office updates and explains why. With
 * another area all lists are others.
 */
function useLostTasks(tasks: readonly Task[], area: Area | null): void {
  const { t } = useTranslation('admin')
  const before = useRef(tasks)
  const areaName = JSON.stringify(area)
  const areaBefore = useRef(areaName)
  useEffect(() => {
    if (before.current.some((task) => !tasks.includes(task))) {
      showToast({ message: t('tasksChanged') })
      // Data loaded for the lost task, and the numbers beside the screens.
      queryClient.removeQueries({ queryKey: ['admin'], type: 'inactive' })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'queues'] })
    }
    before.current = tasks
  }, [tasks, t])
  useEffect(() => {
    if (areaBefore.current !== areaName) {
      showToast({ message: t('tasksChanged') })
      void queryClient.resetQueries({ queryKey: ['admin'] })
    }
    areaBefore.current = areaName
  }, [areaName, t])
  useEffect(() => {
    const look = (error: unknown) => {
      if (isRefused(error)) reloadUser().catch(() => undefined)
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

/** A screen that needs a task which the user does not have, or has lost. */
function ScreenOfOthers({ screen }: { screen: AdminScreen }) {
  const { t } = useTranslation('admin')
  return <EmptyState level={1} title={t(`screens.${screen}`)} body={t('code.task_missing')} />
}

/** Link to the documentation of a screen, in the reader's language. */
function HelpLink({ screen }: { screen: AdminScreen }) {
  const { t } = useTranslation('admin')
  return (
    <p className={classes.help}>
      <a
        href={helpPaths.screen(screen, storedLanguage(currentLanguage()))}
        target="_blank"
        rel="noopener"
      >
        {t('help')}
      </a>
    </p>
  )
}

/** First screen of the back office; staff whose only task is shipping start at the orders to send. */
export const landingOf = (first: AdminScreen, tasks: readonly Task[]) =>
  first === 'orders' && !tasks.includes('treasury')
    ? `${adminPaths.screen('orders')}?to_ship=true`
    : adminPaths.screen(first)

interface ScreensProps {
  screens: AdminScreen[]
  tasks: readonly Task[]
  area: Area | null
}

function Screens({ screens, tasks, area }: ScreensProps) {
  useLostTasks(tasks, area)
  const [first] = screens
  if (first === undefined) return <NotFoundPage />
  return (
    <div className={classes.root}>
      <BackOfficeNavigation screens={screens} />
      <div className={classes.screen}>
        <Suspense fallback={<PageLoader />}>
          <StaffGate>
            <Routes>
              <Route index element={<Navigate to={landingOf(first, tasks)} replace />} />
              {screens.map((screen) => {
                const Screen = SCREENS[screen]
                const element = (
                  <>
                    <HelpLink screen={screen} />
                    <AreaLine />
                    <Screen />
                  </>
                )
                return <Route key={screen} path={`${screen}/:id?`} element={element} />
              })}
              {ADMIN_SCREENS.filter((screen) => !screens.includes(screen)).map((screen) => (
                <Route
                  key={screen}
                  path={`${screen}/:id?`}
                  element={<ScreenOfOthers screen={screen} />}
                />
              ))}
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </StaffGate>
        </Suspense>
      </div>
    </div>
  )
}

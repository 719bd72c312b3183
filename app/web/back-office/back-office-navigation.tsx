import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { QueueName } from '#features/community/statistics/overview/contract.admin.ts'
import {
  useQueues,
  useQueuesAfterActs,
} from '#features/community/statistics/overview/web/data/door.ts'
import {
  type AdminScreen,
  adminPaths,
  CASE_SCREENS,
  SCREEN_GROUPS,
  type ScreenGroup,
} from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminIcon, type AdminIconName } from '#platform/web/ui/back-office/admin-icon.tsx'
import { CountBadge } from '#platform/web/ui/count-badge.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useEscape } from '#platform/web/ui/use-escape.ts'
import classes from './back-office.module.css'

const ICONS: Record<AdminScreen, AdminIconName> = {
  overview: 'chart',
  orders: 'receipt',
  items: 'sticker',
  letterboxes: 'mailbox',
  imports: 'upload',
  moving: 'envelope',
  announcements: 'bullhorn',
  reports: 'flag',
  feedback: 'feedback',
  'held-messages': 'hourglass',
  'message-reports': 'flag',
  newcomers: 'door',
  invitations: 'envelope',
  users: 'people',
  roles: 'key',
  objections: 'scales',
  legal: 'paragraph',
  settings: 'cog',
  backups: 'archive',
  keys: 'lock',
  'access-tokens': 'robot',
  webhooks: 'hook',
  audit: 'history',
}

/** The counts that make up the number beside a screen. */
const QUEUES: Partial<Record<AdminScreen, QueueName[]>> = {
  orders: ['orders_to_confirm', 'orders_to_ship', 'payments_to_settle'],
  reports: ['reports'],
  feedback: ['feedback'],
  'message-reports': ['message_reports'],
  'held-messages': ['held_messages'],
  newcomers: ['newcomers'],
  objections: ['objections'],
}

/** Number of waiting entries per screen, and whether a screen that not every community needs is shown. */
function useWaiting() {
  const { data } = useQueues()
  useQueuesAfterActs()
  return {
    waitingOn: (screen: AdminScreen) =>
      (QUEUES[screen] ?? []).reduce((sum, queue) => sum + (data?.[queue] ?? 0), 0),
    isShown: (screen: AdminScreen) => screen !== 'moving' || data?.site_moved_in === true,
  }
}

/** Whether a path belongs to a screen. */
const isAt = (pathname: string, screen: AdminScreen) =>
  `${pathname}/`.startsWith(`${adminPaths.screen(screen)}/`)

const CASES: readonly AdminScreen[] = CASE_SCREENS

/** The screens of an entry of the menu, which leads to the first one. All kinds of cases are one entry. */
type Entry = readonly [AdminScreen, ...AdminScreen[]]

/** The entries for a user's screens. */
function entriesOf(screens: readonly AdminScreen[]): Entry[] {
  const cases = screens.filter((screen) => CASES.includes(screen))
  return screens.flatMap((screen): Entry[] => {
    if (!CASES.includes(screen)) return [[screen]]
    return screen === cases[0] ? [[screen, ...cases.slice(1)]] : []
  })
}

/** The name of an entry: that of its screen, or that of all kinds of cases. */
function useNames() {
  const { t } = useTranslation('admin')
  return (screen: AdminScreen) => (CASES.includes(screen) ? t('cases') : t(`screens.${screen}`))
}

/** Links to the screens of the back office: beside them, or in a menu above them on phones. */
export function BackOfficeNavigation({ screens: all }: { screens: AdminScreen[] }) {
  const { t } = useTranslation('admin')
  const { waitingOn, isShown } = useWaiting()
  const screens = all.filter(isShown)
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const waiting = screens.reduce((sum, screen) => sum + waitingOn(screen), 0)
  const here = screens.find((screen) => isAt(pathname, screen))
  const nameOf = useNames()
  useEscape(
    open
      ? () => {
          setOpen(false)
          toggle.current?.focus()
        }
      : undefined,
  )
  useEffect(() => {
    if (pathname) setOpen(false)
  }, [pathname])
  return (
    <nav aria-label={t('navigation')} className={classes.navigation}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'menu'} />
        <span className="visually-hidden">{t('navigation')}: </span>
        <span className={classes.name}>{here ? nameOf(here) : t('navigation')}</span>
        <CountBadge count={waiting} label={t('waiting', { count: waiting })} />
      </button>
      <ul id={id} className={classes.list} data-open={open || undefined}>
        {groupsOf(screens).map(([group, ofGroup]) => (
          <li key={group}>
            {screens.length > FEW_SCREENS ? (
              <span id={`${id}-${group}`} className={classes.group}>
                {t(`groups.${group}`)}
              </span>
            ) : null}
            <ul
              className={classes.ofGroup}
              aria-labelledby={screens.length > FEW_SCREENS ? `${id}-${group}` : undefined}
            >
              {entriesOf(ofGroup).map((entry) => (
                <li key={entry[0]}>
                  <EntryLink
                    entry={entry}
                    waiting={entry.reduce((sum, screen) => sum + waitingOn(screen), 0)}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** With this few screens there are no group headings. */
const FEW_SCREENS = 4

/** A user's screens by group; empty groups are left out. */
const groupsOf = (screens: readonly AdminScreen[]) =>
  (Object.entries(SCREEN_GROUPS) as [ScreenGroup, readonly AdminScreen[]][])
    .map(([group, all]) => [group, all.filter((screen) => screens.includes(screen))] as const)
    .filter(([, ofGroup]) => ofGroup.length > 0)

function EntryLink({ entry, waiting }: { entry: Entry; waiting: number }) {
  const { t } = useTranslation('admin')
  const nameOf = useNames()
  const { pathname } = useLocation()
  const [first] = entry
  return (
    <Link
      to={adminPaths.screen(first)}
      className={classes.link}
      aria-current={entry.some((screen) => isAt(pathname, screen)) ? 'page' : undefined}
    >
      <AdminIcon name={ICONS[first]} size={22} />
      <span className={classes.name}>{nameOf(first)}</span>
      <CountBadge count={waiting} label={t('waiting', { count: waiting })} />
    </Link>
  )
}

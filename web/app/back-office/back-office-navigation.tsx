import { type AdminScreen, adminPaths } from '@letterlend/contract/admin-paths.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { AdminIcon, type AdminIconName } from '../../ui/back-office/admin-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useEscape } from '../../ui/use-escape.ts'
import classes from './back-office.module.css'

const ICONS: Record<AdminScreen, AdminIconName> = {
  overview: 'chart',
  orders: 'receipt',
  items: 'sticker',
  letterboxes: 'mailbox',
  imports: 'upload',
  announcements: 'bullhorn',
  reports: 'flag',
  feedback: 'feedback',
  'held-messages': 'hourglass',
  users: 'people',
  settings: 'cog',
  audit: 'history',
}

/** Which screen an address belongs to. */
const isAt = (pathname: string, screen: AdminScreen) =>
  `${pathname}/`.startsWith(`${adminPaths.screen(screen)}/`)

/** The screens of the back office: beside them, and on phones in a menu above them. */
export function BackOfficeNavigation({ screens }: { screens: AdminScreen[] }) {
  const { t } = useTranslation('admin')
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const here = screens.find((screen) => isAt(pathname, screen))
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
        {here ? t(`screens.${here}`) : t('navigation')}
      </button>
      <ul id={id} className={classes.list} data-open={open || undefined}>
        {screens.map((screen) => (
          <li key={screen}>
            <NavLink to={adminPaths.screen(screen)} className={classes.link}>
              <AdminIcon name={ICONS[screen]} size={22} />
              {t(`screens.${screen}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

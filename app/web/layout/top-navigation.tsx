import { useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useNavigationType } from 'react-router'
import { useNewTransactionCount } from '#features/lending/conversations/lists/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { SEARCH_FIELD_ID } from '#features/places/map/web/data/door.ts'
import { isOrderScreen, paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { CountBadge } from '#platform/web/ui/count-badge.tsx'
import { StartIcon } from '#platform/web/ui/start-icon.tsx'
import { useEscape } from '#platform/web/ui/use-escape.ts'
import { BrandLogo } from './brand-logo.tsx'
import { FooterLinks } from './footer.tsx'
import { LanguageChooser } from './language-chooser.tsx'
import classes from './top-navigation.module.css'

/** Logo, links, languages, account; below 768 px the links are in a menu. */
export function TopNavigation({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation('layout')
  const { loggedIn } = useSession()
  const count = useNewTransactionCount()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const menuId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const { pathname, search } = useLocation()
  const closeToToggle = () => {
    close()
    toggle.current?.focus()
  }
  const latest = { pathname, arrival: useNavigationType() }
  const place = useRef(latest)
  place.current = latest
  // Closes the menu when the user leaves the page, but not when the map writes its position to the URL, which it does
  // while it settles below an open menu. Skipped at the start, where React would render the first opening twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is closed because they change
  useEffect(
    () => () => {
      const now = place.current
      if (now.pathname !== pathname || now.arrival !== 'REPLACE') close()
    },
    [pathname, search],
  )
  useEscape(open ? closeToToggle : undefined)

  return (
    <header className={classes.bar}>
      <BrandLogo />
      <nav aria-label={t('mainNavigation')} className={classes.nav}>
        {loggedIn ? (
          <NavLink to={paths.inbox()} className={classes.inboxShortcut}>
            {t('inbox')}
            <CountBadge count={count} label={t('newRequests', { count })} />
          </NavLink>
        ) : null}
        <button
          ref={toggle}
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={menuId}
          aria-label={open ? t('closeMenu') : t('menu')}
          onClick={() => setOpen(!open)}
        >
          <StartIcon name={open ? 'close' : 'menu'} />
        </button>
        <div id={menuId} className={classes.menu} data-open={open || undefined}>
          <NavigationLinks
            count={count}
            onFollow={close}
            onFeedback={() => {
              // The dialog would return the focus to this link, which is hidden by then.
              closeToToggle()
              onFeedback()
            }}
          />
        </div>
      </nav>
      {open ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={classes.scrim}
          onClick={close}
        />
      ) : null}
    </header>
  )
}

interface NavigationLinksProps {
  count: number
  onFollow: () => void
  onFeedback: () => void
}

function NavigationLinks({ count, onFollow, onFeedback }: NavigationLinksProps) {
  const { t } = useTranslation('layout')
  const { loggedIn } = useSession()
  const { pathname, search } = useLocation()
  const onAuthScreen = /^\/(map\/)?auth\//i.test(pathname)
  return (
    <>
      {pathname === '/' ? (
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            onFollow()
            document.getElementById(SEARCH_FIELD_ID)?.focus()
          }}
        >
          <StartIcon name="search" size={20} />
          {t('search')}
        </button>
      ) : null}
      {loggedIn ? (
        <>
          <NavLink to={paths.inbox()} className={classes.link}>
            {t('inbox')}
            <CountBadge count={count} label={t('newRequests', { count })} />
          </NavLink>
          <button type="button" className={classes.feedbackLink} onClick={onFeedback}>
            {t('feedback')}
          </button>
        </>
      ) : (
        <>
          {isOrderScreen(pathname) ? null : (
            <NavLink to={paths.participate()} className={classes.link}>
              {t('participate')}
            </NavLink>
          )}
          <Link
            to={paths.login(onAuthScreen ? undefined : `${pathname}${search}`)}
            className={classes.account}
          >
            {t('logIn')}
          </Link>
        </>
      )}
      <LanguageChooser />
      {loggedIn ? <ProfileLink /> : null}
      <div className={classes.menuFooter}>
        <FooterLinks onFollow={onFollow} />
      </div>
    </>
  )
}

function ProfileLink() {
  const { t } = useTranslation('layout')
  const { user } = useSession()
  const name = user?.firstname || t('account')
  return (
    <Link to={paths.profile()} className={classes.account} aria-label={t('profileLink', { name })}>
      <span className={classes.name} translate="no">
        {name}
      </span>
    </Link>
  )
}

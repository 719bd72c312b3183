import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import type { AdminUser } from '../contract.ts'
import { dayFormat } from './user-words.ts'
import classes from './users.module.css'

/** The facts about an account, in words. */
export function useUserFacts(user: AdminUser): { name: string; value: ReactNode }[] {
  const { t } = useTranslation('admin-users')
  const day = dayFormat()
  const dayOf = (text: string) => day.format(new Date(text))
  const yes = (is: boolean) => (is ? t('yes') : t('no'))
  const { household, letterbox_id, orders } = user
  const place = [user.postcode, user.city].filter(Boolean).join(' ')
  return [
    {
      name: t('facts.email'),
      value: user.email_confirmed ? t('facts.confirmed') : t('facts.unconfirmed'),
    },
    ...(user.email_refused
      ? [
          {
            name: t('facts.refused'),
            value: t('facts.refusedSince', {
              day: dayOf(user.email_refused.at),
              code: user.email_refused.code,
            }),
          },
        ]
      : []),
    ...(user.new_email ? [{ name: t('facts.newEmail'), value: user.new_email }] : []),
    { name: t('facts.lang'), value: languageName(user.lang) },
    { name: t('columns.created'), value: dayOf(user.created_at) },
    { name: t('columns.lastSeen'), value: dayOf(user.last_seen) },
    { name: t('role'), value: t(`roles.${user.role}`) },
    {
      name: t('facts.letterbox'),
      value: letterbox_id ? (
        <Link to={adminPaths.screen('letterboxes', letterbox_id)}>
          {place || t('facts.openLetterbox')}
        </Link>
      ) : (
        t('no')
      ),
    },
    ...(household && household.others > 0
      ? [
          {
            name: t('facts.household'),
            value: t(household.owner ? 'facts.owns' : 'facts.belongs', {
              count: household.others,
            }),
          },
        ]
      : []),
    {
      name: t('facts.login'),
      value:
        [user.has_password && t('facts.password'), user.has_passkeys && t('facts.passkey')]
          .filter(Boolean)
          .join(', ') || t('facts.linkOnly'),
    },
    {
      name: t('facts.orders'),
      value:
        orders > 0 ? (
          <Link
            to={`${adminPaths.screen('orders')}?${new URLSearchParams({ search: user.email ?? '' })}`}
          >
            {orders}
          </Link>
        ) : (
          orders
        ),
    },
    {
      name: t('facts.membership'),
      value: user.membership_until
        ? t('facts.until', { day: dayOf(user.membership_until) })
        : t('no'),
    },
    {
      name: t('facts.reports'),
      value:
        user.open_reports > 0 ? (
          <Link to={adminPaths.screen('reports')}>{user.open_reports}</Link>
        ) : (
          user.open_reports
        ),
    },
    { name: t('facts.beta'), value: yes(user.beta_tester) },
    {
      name: t('facts.notifications'),
      value: (
        <ul className={classes.frequencies}>
          {NOTIFICATION_KINDS.map((kind) => (
            <li key={kind}>
              {t(`kinds.${kind}`)}: {t(`frequencies.${user.notifications[kind]}`)}
            </li>
          ))}
        </ul>
      ),
    },
  ]
}

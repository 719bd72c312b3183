import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AdminScreen, adminPaths } from '#platform/shared/admin-paths.ts'
import { NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'
import { namedTasks } from '#platform/shared/tasks.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import type { AdminUser } from '../../contract.admin.ts'
import { dayFormat, placeOf } from './user-words.ts'
import classes from './users.module.css'

const SIDE_COUNTS = ['asked', 'running', 'returned', 'ended'] as const

type Translate = ReturnType<typeof useTranslation<'admin-users'>>['t']

/** A count that links to its list if it is not zero. */
function Counted({ count, to }: { count: number; to: string }) {
  return count > 0 ? <Link to={to}>{count}</Link> : count
}

/** Requests by how far they came, without zero counts. */
function inWords(counts: AdminUser['loans']['lent'], t: Translate): string {
  const parts = SIDE_COUNTS.flatMap((name) =>
    counts[name] > 0 ? [`${counts[name]} ${t(`facts.loans.${name}`)}`] : [],
  )
  return parts.join(', ') || t('facts.loans.none')
}

/** The facts about an account, in words. */
export function useUserFacts(user: AdminUser): { name: string; value: ReactNode }[] {
  const { t } = useTranslation(['admin-users', 'admin'])
  const day = dayFormat()
  const dayOf = (text: string) => day.format(new Date(text))
  const yes = (is: boolean) => (is ? t('yes') : t('no'))
  const { household, letterbox_id, orders } = user
  const ofUser = (screen: AdminScreen) => `${adminPaths.screen(screen)}?user_id=${user.id}`
  const place = placeOf(user)
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
    { name: t('columns.lastSeen'), value: user.last_seen === null ? '–' : dayOf(user.last_seen) },
    {
      name: t('tasks.title'),
      value:
        namedTasks(user.tasks)
          .map((task) => t(`admin:tasks.${task}`))
          .join(', ') || t('tasks.none'),
    },
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
        [
          user.has_password && t('facts.password'),
          user.has_passkeys && t('facts.passkey'),
          user.has_second_factor && t('facts.secondFactor'),
        ]
          .filter(Boolean)
          .join(', ') || t('facts.linkOnly'),
    },
    { name: t('facts.lent'), value: inWords(user.loans.lent, t) },
    { name: t('facts.borrowed'), value: inWords(user.loans.borrowed, t) },
    { name: t('facts.wishes'), value: user.wishes },
    { name: t('facts.orders'), value: <Counted count={orders} to={ofUser('orders')} /> },
    {
      name: t('facts.membership'),
      value: user.membership_until
        ? t('facts.until', { day: dayOf(user.membership_until) })
        : t('no'),
    },
    {
      name: t('facts.reports'),
      value: (
        <Counted
          count={user.open_reports}
          to={`${adminPaths.screen('reports')}?letterbox_id=${letterbox_id}`}
        />
      ),
    },
    {
      name: t('facts.reportedMessages'),
      value:
        user.reported_messages.open > 0
          ? t('facts.ofWhichOpen', user.reported_messages)
          : user.reported_messages.all,
    },
    {
      name: t('facts.reportsMade'),
      value: <Counted count={user.reports_made} to={`${ofUser('reports')}&state=all`} />,
    },
    {
      name: t('facts.feedback'),
      value: <Counted count={user.feedback} to={`${ofUser('feedback')}&state=all`} />,
    },
    { name: t('facts.beta'), value: yes(user.beta_tester) },
    {
      name: t('facts.notifications'),
      value: (
        <ul className={classes.frequencies}>
          {NOTIFICATION_KINDS.map((kind) => (
            <li key={kind}>
              {t('kindAndFrequency', {
                kind: t(`kinds.${kind}`),
                frequency: t(`frequencies.${user.notifications[kind]}`),
              })}
            </li>
          ))}
        </ul>
      ),
    },
  ]
}

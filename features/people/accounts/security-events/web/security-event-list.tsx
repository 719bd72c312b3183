import { useDeviceName } from '#features/people/accounts/sessions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { SECURITY_EVENTS_PAGE, type SecurityEvent, type SecurityEvents } from '../contract.ts'
import classes from './security-events.module.css'

interface SecurityEventListProps {
  events: SecurityEvents
  /** 1-based. */
  page: number
  onPage: (page: number) => void
}

/** One page of an account's security events, newest first. */
export function SecurityEventList({ events, page, onPage }: SecurityEventListProps) {
  const { t } = useTranslation('security-events')
  const pages = Math.max(1, Math.ceil(events.total / SECURITY_EVENTS_PAGE))
  return (
    <>
      {events.rows.length === 0 ? <p>{t('none')}</p> : null}
      <ol className={rows.list}>
        {events.rows.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {pages > 1 ? (
        <nav aria-label={t('pages')} className={classes.pager}>
          <AppButton tone="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('newer')}
          </AppButton>
          <span role="status">{t('page', { page, pages })}</span>
          <AppButton tone="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('older')}
          </AppButton>
        </nav>
      ) : null}
    </>
  )
}

const isRefused = ({ kind }: SecurityEvent) => kind === 'login_refused' || kind === 'proof_refused'

function EventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation('security-events')
  const device = useDeviceName(event)
  const { at, kind, way, by, count } = event
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const hasDevice = event.browser !== null || event.system !== null
  const details = [
    way && t(`ways.${way}`),
    count > 1 && t('times', { count }),
    hasDevice && device,
    // Events that the user caused need no mention of an actor.
    by !== 'self' && t(`actors.${by}`),
  ]
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <h3 className={isRefused(event) ? `${rows.name} ${classes.refused}` : rows.name}>
          {t(`kinds.${kind}`)}
        </h3>
        <p className={rows.detail}>{details.filter((detail) => detail).join(' · ')}</p>
      </div>
      <time dateTime={at} className={rows.detail}>
        {time.format(new Date(at))}
      </time>
    </li>
  )
}

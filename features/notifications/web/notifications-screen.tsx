import { WithUser } from '#features/accounts/web/door.ts'
import { NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { useNotifications } from './data/notifications.ts'
import { DeviceSwitch } from './device-switch.tsx'
import { FrequencyField } from './frequency-field.tsx'
import classes from './notifications.module.css'

/** The one page that sets how often which news is sent. */
export function NotificationsScreen() {
  const { t } = useTranslation('notifications')
  return (
    <Page width="medium">
      <BackToProfile />
      <PageTitle title={t('title')} lead={t('lead')} />
      <Sheet>
        <section className={classes.device} aria-labelledby="this-device">
          <h2 id="this-device" className={classes.heading}>
            {t('push.title')}
          </h2>
          <WithUser>{({ id }) => <DeviceSwitch userId={id} />}</WithUser>
        </section>
        <section aria-labelledby="notification-kinds">
          <h2 id="notification-kinds" className={classes.heading}>
            {t('mails.title')}
          </h2>
          <Kinds />
        </section>
      </Sheet>
    </Page>
  )
}

function Kinds() {
  const { t } = useTranslation('notifications')
  const { data, error, refetch } = useNotifications()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={NOTIFICATION_KINDS.length} rowHeight={72} />
  return (
    <>
      {NOTIFICATION_KINDS.map((kind) => (
        <FrequencyField key={kind} kind={kind} frequency={data[kind]} />
      ))}
      <p className={classes.hint}>{t('digestHint')}</p>
      <p className={classes.hint}>{t('always')}</p>
    </>
  )
}

import { WithUser } from '#features/people/accounts/web/door.ts'
import { MAILING_TOPICS, NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { SwitchField } from '#platform/web/ui/forms/switch-field.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useChangeMailSettings, useMailSettings, useNotifications } from './data/notifications.ts'
import { DeviceSwitch } from './device-switch.tsx'
import { FrequencyField } from './frequency-field.tsx'
import classes from './notifications.module.css'

/**
 * The page for all notification frequencies.
 * @param isAsked whether neighbours can send requests to the user's letterbox
 */
export function NotificationsScreen({ isAsked }: { isAsked: boolean }) {
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
          <Kinds isAsked={isAsked} />
        </section>
        <section className={classes.many} aria-labelledby="mails-to-many">
          <h2 id="mails-to-many" className={classes.heading}>
            {t('many.title')}
          </h2>
          <MailsToMany />
        </section>
      </Sheet>
    </Page>
  )
}

/** A switch per kind of mass mail. */
function MailsToMany() {
  const { t } = useTranslation('notifications')
  const { ofError } = useErrorText()
  const { data, error, refetch } = useMailSettings()
  const change = useChangeMailSettings()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={MAILING_TOPICS.length} rowHeight={72} />
  // A mail that the community does not send is only shown to users who have ticked it, so that they
  // can untick it.
  const shown = MAILING_TOPICS.filter(
    (topic) => topic !== 'neighbourhood' || data.sends_neighbourhood || data.neighbourhood,
  )
  return (
    <>
      {shown.map((topic) => (
        <SwitchField
          key={topic}
          label={t(`many.${topic}.label`)}
          description={
            topic === 'neighbourhood' && !data.sends_neighbourhood
              ? t('many.neighbourhood.notSent')
              : t(`many.${topic}.description`)
          }
          checked={data[topic] === true}
          onChange={(on) => change.mutate({ [topic]: on })}
        />
      ))}
      {data.neighbourhood ? (
        <SwitchField
          label={t('many.weekly.label')}
          description={t('many.weekly.description')}
          checked={data.neighbourhood_weekly}
          onChange={(neighbourhood_weekly) => change.mutate({ neighbourhood_weekly })}
        />
      ) : null}
      {change.error ? <Notice kind="error">{ofError(change.error)}</Notice> : null}
    </>
  )
}

function Kinds({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation('notifications')
  const { data, error, refetch } = useNotifications()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={NOTIFICATION_KINDS.length} rowHeight={72} />
  return (
    <>
      {NOTIFICATION_KINDS.map((kind) => (
        <FrequencyField key={kind} kind={kind} frequency={data[kind]} isAsked={isAsked} />
      ))}
      <p className={classes.hint}>{t('digestHint')}</p>
      <p className={classes.hint}>{t('always')}</p>
    </>
  )
}

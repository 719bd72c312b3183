import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { SwitchField } from '#platform/web/ui/forms/switch-field.tsx'
import { usePush, useSwitchPush } from './data/push.ts'
import classes from './notifications.module.css'
import { usePushErrorText } from './push-error-text.ts'

/** Whether this browser shows notifications; if it cannot, why and what to do. */
export function DeviceSwitch({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications')
  const textOf = usePushErrorText()
  const state = usePush(userId)
  const { isPending, variables, error, mutate } = useSwitchPush(userId)
  if (state === undefined) return <SkeletonList rows={1} rowHeight={72} />
  if (state !== 'on' && state !== 'off' && state !== 'denied') {
    return <Notice>{t(`push.${state}`)}</Notice>
  }
  return (
    <>
      <SwitchField
        label={t('push.label')}
        description={t('push.description')}
        checked={isPending ? variables : state === 'on'}
        onChange={(on) => {
          if (!isPending) mutate(on)
        }}
      />
      {/* Also shown if the permission was denied: a new request repeats the denial, or succeeds if it was granted since. */}
      <div role="status">{state === 'denied' ? <Notice>{t('push.denied')}</Notice> : null}</div>
      {error ? <Notice kind="error">{textOf(error)}</Notice> : null}
      <p className={classes.others}>
        {t('push.others')} <Link to={paths.security()}>{t('push.othersAction')}</Link>
      </p>
    </>
  )
}

import { Link } from 'react-router'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { paths } from '#platform/shared/paths.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { SwitchField } from '#platform/web/ui/forms/switch-field.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Memberships } from '../contract.ts'
import { useChangeMembershipReminders, useMemberships } from './data/memberships.ts'
import { MembershipList } from './membership-list.tsx'
import classes from './memberships.module.css'

/** Until when the user is a supporter, what they paid, and how to renew. */
export function MembershipsScreen() {
  const { t } = useTranslation('memberships')
  return (
    <Page width="medium">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('title')} />
        <Content />
      </Sheet>
    </Page>
  )
}

function Content() {
  const { data, error, refetch } = useMemberships()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={2} rowHeight={96} />
  return (
    <div className={classes.content}>
      <Standing until={data.supporter_until} />
      {data.supporter_until ? <Reminders on={data.membership_reminders} /> : null}
      {data.memberships.length > 0 ? <MembershipList memberships={data.memberships} /> : null}
    </div>
  )
}

/** Whether the user is, was or has never been a supporter, with the button that changes it. */
function Standing({ until }: { until: Memberships['supporter_until'] }) {
  const { t } = useTranslation('memberships')
  const state =
    until === null ? 'none' : Date.parse(until) < serverNow().getTime() ? 'ended' : 'running'
  const date = until === null ? '' : dateInWords(until)
  return (
    <section className={classes.standing} aria-labelledby="membership-standing">
      <LetterboxMarkerImage kind={state === 'running' ? 'supporter' : 'normal'} height={96} />
      <div className={classes.words}>
        <h2 id="membership-standing" className={classes.heading}>
          {t(`standing.${state}.title`, { date })}
        </h2>
        <p>{t(`standing.${state}.body`)}</p>
        <AppButton
          component={Link}
          to={paths.orderStep('StepTwo', { pid: PRODUCT_ID.membership })}
          tone={state === 'running' ? 'secondary' : 'primary'}
        >
          {t(`standing.${state}.action`)}
        </AppButton>
      </div>
    </section>
  )
}

function Reminders({ on }: { on: boolean }) {
  const { t } = useTranslation('memberships')
  const { ofError } = useErrorText()
  const change = useChangeMembershipReminders()
  return (
    <div>
      <SwitchField
        label={t('reminders.label')}
        description={t('reminders.description')}
        checked={on}
        onChange={(reminders) => change.mutate(reminders)}
      />
      {change.isError ? <Notice kind="error">{ofError(change.error)}</Notice> : null}
    </div>
  )
}

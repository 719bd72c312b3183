import { Link, useSearchParams } from 'react-router'
import type { EndableMails, MailsBefore } from '#features/people/notifications/contract.mails.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useMailsAbout, useMailsOff, useUndoMailsOff } from './data/privacy.ts'

/** The link is unknown or expired, so retrying does not help. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status === 422

/**
 * Target of the unsubscribe link at the end of optional mails; needs no login. Nothing happens before the button is
 * pressed, because some mail programs open links by themselves.
 */
export function MailsOffScreen() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const { data, error, refetch } = useMailsAbout(token)
  if (!token || isRefused(error)) return <InvalidLink />
  if (data) return <EndMails token={token} about={data.about} />
  return (
    <Page>
      <Sheet>
        {error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonList rows={3} rowHeight={48} />
        )}
      </Sheet>
    </Page>
  )
}

function InvalidLink() {
  const { t } = useTranslation('privacy')
  return (
    <SealPage icon="warning" tone="no" actions={<ToSettings about={null} />}>
      <PageTitle title={t('off.invalidTitle')} lead={t('off.invalidBody')} />
    </SealPage>
  )
}

/** Shows which mails end and which do not, ends them, and offers to undo that. */
function EndMails({ token, about }: { token: string; about: EndableMails }) {
  const { t } = useTranslation('privacy')
  const { ofError } = useErrorText()
  const off = useMailsOff(token)
  const undo = useUndoMailsOff(token)
  const failed = undo.error ?? off.error
  const failure = failed ? <Notice kind="error">{ofError(failed)}</Notice> : null
  const toSettings = <ToSettings about={about} />

  if (isRefused(failed)) return <InvalidLink />
  if (undo.isSuccess) {
    return (
      <SealPage key="undone" icon="check" tone="yes" actions={toSettings}>
        <PageTitle title={t('off.undoneTitle')} lead={t('off.undone')} />
      </SealPage>
    )
  }
  if (off.isSuccess) {
    const { was } = off.data
    return (
      <SealPage
        key="off"
        icon="check"
        tone="yes"
        actions={
          <>
            {hadSome(was) ? (
              <AppButton loading={undo.isPending} onClick={() => undo.mutate(was)}>
                {t('off.undo')}
              </AppButton>
            ) : null}
            {toSettings}
          </>
        }
      >
        <PageTitle title={t('off.doneTitle')} lead={t(`off.done.${off.data.ended}`)} />
        <NoMoreRequests about={about} />
        {failure}
      </SealPage>
    )
  }
  return (
    <SealPage
      key="ask"
      icon="bell"
      tone="wait"
      actions={
        <>
          <AppButton loading={off.isPending} onClick={() => off.mutate()}>
            {t('off.button')}
          </AppButton>
          {toSettings}
        </>
      }
    >
      <PageTitle title={t(`off.about.${about}.title`)} lead={t(`off.about.${about}.body`)} />
      <p>{t('off.back')}</p>
      {failure}
    </SealPage>
  )
}

/** Whether any of these mails were on before; if not, there is nothing to undo. */
const hadSome = (was: MailsBefore) =>
  Object.values(was).some((before) => before !== 'off' && before !== false)

/** Points users who want no requests at all, rather than no mails about them, to the switch for that. */
function NoMoreRequests({ about }: { about: EndableMails }) {
  const { t } = useTranslation('privacy')
  if (about !== 'requests' && about !== 'digest') return null
  return (
    <p>
      {t('off.requestsOff')} <Link to={paths.privacy()}>{t('off.toSettings')}</Link>
    </p>
  )
}

/** Link to the settings of the mails that the unsubscribe link ends. */
function ToSettings({ about }: { about: EndableMails | null }) {
  const { t } = useTranslation('privacy')
  const [to, label] =
    about === 'membership'
      ? [paths.memberships(), t('off.toMembership')]
      : [paths.notifications(), t('off.toNotifications')]
  return (
    <AppButton component={Link} to={to} tone="secondary">
      {label}
    </AppButton>
  )
}

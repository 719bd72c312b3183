import type { Answer } from '@letterlend/contract/endpoint.ts'
import type { mailApi } from '@letterlend/contract/mail.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '../../data/api-client.ts'
import { useMailsOff } from '../../data/privacy.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { SealPage } from '../../ui/seal-page.tsx'

/**
 * Where the link below each mail about a message leads, logged in or not. Nothing happens before the
 * button is pressed: mail programs open links by themselves.
 */
export function MailsOffScreen() {
  const { t } = useTranslation('privacy')
  const { ofError } = useErrorText()
  const [query] = useSearchParams()
  const off = useMailsOff()
  const token = query.get('token')
  const toSettings = <BackOn ended={off.data?.ended} />

  const invalid = off.error instanceof ApiError && off.error.status === 422
  if (!token || invalid) {
    return (
      <SealPage icon="warning" tone="no" actions={toSettings}>
        <PageTitle title={t('off.invalidTitle')} lead={t('off.invalidBody')} />
      </SealPage>
    )
  }
  if (off.isSuccess) {
    return (
      <SealPage icon="check" tone="yes" actions={toSettings}>
        <PageTitle title={t('off.doneTitle')} lead={t(`off.done.${off.data.ended}`)} />
      </SealPage>
    )
  }
  return (
    <SealPage
      icon="bell"
      tone="wait"
      actions={
        <>
          <AppButton loading={off.isPending} onClick={() => off.mutate(token)}>
            {t('off.button')}
          </AppButton>
          {toSettings}
        </>
      }
    >
      <PageTitle title={t('off.title')} lead={t('off.body')} />
      {off.isError ? <Notice kind="error">{ofError(off.error)}</Notice> : null}
    </SealPage>
  )
}

/** Where what has ended is switched on again. */
function BackOn({ ended }: { ended: Answer<typeof mailApi.off>['ended'] | undefined }) {
  const { t } = useTranslation('privacy')
  const [to, label] =
    ended === 'membership'
      ? [paths.memberships(), t('off.toMembership')]
      : ended === 'requests'
        ? [paths.privacy(), t('off.toSettings')]
        : [paths.notifications(), t('off.toNotifications')]
  return (
    <AppButton component={Link} to={to} tone="secondary">
      {label}
    </AppButton>
  )
}

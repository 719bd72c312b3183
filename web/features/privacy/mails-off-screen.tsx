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
  const toSettings = (
    <AppButton component={Link} to={paths.privacy()} tone="secondary">
      {t('off.toSettings')}
    </AppButton>
  )
  const toMembership = (
    <AppButton component={Link} to={paths.memberships()} tone="secondary">
      {t('off.toMembership')}
    </AppButton>
  )

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
      <SealPage
        icon="check"
        tone="yes"
        actions={off.data.ended === 'membership' ? toMembership : toSettings}
      >
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

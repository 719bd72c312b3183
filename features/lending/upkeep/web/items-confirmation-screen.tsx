import { Link, useSearchParams } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { confirmationAnswerSchema } from '../contract.ts'
import { useAnswerConfirmation } from './data/upkeep.ts'

/**
 * The page behind the mails that ask whether the stickers are still true, or whether the owner still lends.
 * Nothing happens before the button is pressed, since some mail programs open links by themselves.
 */
export function ItemsConfirmationScreen() {
  const { t } = useTranslation('upkeep')
  const { ofError } = useErrorText()
  const [query] = useSearchParams()
  const send = useAnswerConfirmation()
  const token = query.get('token')
  const answer = confirmationAnswerSchema.catch('still_true').parse(query.get('answer'))

  const refused = send.error instanceof ApiError && send.error.status === 422
  if (!token || refused) {
    return (
      <SealPage icon="warning" tone="no" actions={<Ways />}>
        <PageTitle title={t('link.invalidTitle')} lead={t('link.invalidBody')} />
      </SealPage>
    )
  }
  if (send.isSuccess) {
    return (
      <SealPage icon="check" tone="yes" actions={<Ways />}>
        <PageTitle title={t(`link.${answer}.doneTitle`)} lead={t(`link.${answer}.doneBody`)} />
      </SealPage>
    )
  }
  return (
    <SealPage
      icon="sticker"
      tone="wait"
      actions={
        <AppButton loading={send.isPending} onClick={() => send.mutate({ token, answer })}>
          {t(`link.${answer}.button`)}
        </AppButton>
      }
    >
      <PageTitle title={t(`link.${answer}.title`)} lead={t(`link.${answer}.body`)} />
      {send.isError ? <Notice kind="error">{ofError(send.error)}</Notice> : null}
    </SealPage>
  )
}

function Ways() {
  const { t } = useTranslation('upkeep')
  return (
    <>
      <AppButton component={Link} to={paths.profile()}>
        {t('link.toProfile')}
      </AppButton>
      <AppButton component={Link} to={paths.home()} tone="secondary">
        {t('link.toMap')}
      </AppButton>
    </>
  )
}

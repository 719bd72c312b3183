import { Link, useSearchParams } from 'react-router'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useLeaveByLink } from './data/waits.ts'

/**
 * The page behind the link in the mail about a turn. Nothing happens before the button is pressed, since some mail
 * programs open links by themselves.
 */
export function WaitLinkScreen() {
  const { t } = useTranslation('waits')
  const { ofError } = useErrorText()
  const [query] = useSearchParams()
  const items = useItems()
  const leave = useLeaveByLink()
  const token = query.get('token')

  const invalid = leave.error instanceof ApiError && leave.error.status === 422
  if (!token || invalid) {
    return (
      <SealPage icon="warning" tone="no" actions={<ToMap />}>
        <PageTitle title={t('link.invalidTitle')} lead={t('link.invalidBody')} />
      </SealPage>
    )
  }
  if (leave.isSuccess) {
    const item = items.data?.find(({ id }) => id === leave.data.item_id)
    const name = itemName(item, currentLanguage())
    return (
      <SealPage icon="check" tone="yes" actions={<ToMap />}>
        <PageTitle title={t('link.doneTitle')} lead={t('link.doneBody', { name })} />
      </SealPage>
    )
  }
  return (
    <SealPage
      icon="bell"
      tone="wait"
      actions={
        <AppButton loading={leave.isPending} onClick={() => leave.mutate(token)}>
          {t('link.button')}
        </AppButton>
      }
    >
      <PageTitle title={t('link.title')} lead={t('link.body')} />
      {leave.isError ? <Notice kind="error">{ofError(leave.error)}</Notice> : null}
    </SealPage>
  )
}

function ToMap() {
  const { t } = useTranslation('waits')
  return (
    <AppButton component={Link} to={paths.home()} tone="secondary">
      {t('link.toMap')}
    </AppButton>
  )
}

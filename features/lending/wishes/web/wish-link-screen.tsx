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
import { useWishLink } from './data/wishes.ts'

/**
 * The page behind the links in mails about a wish. Nothing happens before the button is pressed, since some mail
 * programs open links by themselves.
 */
export function WishLinkScreen({ kind }: { kind: 'confirm' | 'end' }) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const [query] = useSearchParams()
  const items = useItems()
  const link = useWishLink(kind)
  const token = query.get('token')

  const invalid = link.error instanceof ApiError && link.error.status === 422
  if (!token || invalid) {
    return (
      <SealPage icon="warning" tone="no" actions={<ToMap />}>
        <PageTitle title={t(`link.${kind}.invalidTitle`)} lead={t(`link.${kind}.invalidBody`)} />
      </SealPage>
    )
  }
  if (link.isSuccess) {
    const item = items.data?.find(({ id }) => id === link.data.item_id)
    return (
      <SealPage icon={kind === 'confirm' ? 'bell' : 'check'} tone="yes" actions={<ToMap />}>
        <PageTitle
          title={t(`link.${kind}.doneTitle`)}
          lead={t(`link.${kind}.doneBody`, {
            km: link.data.radius / 1000,
            name: itemName(item, currentLanguage()),
          })}
        />
      </SealPage>
    )
  }
  return (
    <SealPage
      icon="bell"
      tone="wait"
      actions={
        <AppButton loading={link.isPending} onClick={() => link.mutate(token)}>
          {t(`link.${kind}.button`)}
        </AppButton>
      }
    >
      <PageTitle title={t(`link.${kind}.title`)} lead={t(`link.${kind}.body`)} />
      {link.isError ? <Notice kind="error">{ofError(link.error)}</Notice> : null}
    </SealPage>
  )
}

function ToMap() {
  const { t } = useTranslation('wishes')
  return (
    <AppButton component={Link} to={paths.home()} tone="secondary">
      {t('page.toMap')}
    </AppButton>
  )
}

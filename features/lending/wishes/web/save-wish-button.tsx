import { Link } from 'react-router'
import type { Position } from '#platform/shared/geography.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton, type ButtonTone } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { DEFAULT_RADIUS, useCreateWish, useWishes } from './data/wishes.ts'

interface SaveWishButtonProps {
  itemId: number
  name: string
  label: string
  spot: Position
  tone: ButtonTone
}

/** One press for members; afterwards a link to their wishes. */
export function SaveWishButton({ itemId, name, label, spot, tone }: SaveWishButtonProps) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const wishes = useWishes()
  const create = useCreateWish()
  if (wishes.data?.some((wish) => wish.item_id === itemId)) {
    return (
      <AppButton
        component={Link}
        to={paths.wishes()}
        tone="quiet"
        leftSection={<Icon name="check" />}
      >
        {t('offer.wished', { name })}
      </AppButton>
    )
  }
  const save = () =>
    create.mutate(
      { ...spot, itemId, radius: DEFAULT_RADIUS },
      {
        onSuccess: () => showToast({ message: t('offer.saved', { km: DEFAULT_RADIUS / 1000 }) }),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )
  return (
    <AppButton
      tone={tone}
      leftSection={<Icon name="bell" />}
      loading={create.isPending || wishes.isPending}
      onClick={save}
    >
      {label}
    </AppButton>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Wish } from '../contract.ts'
import { useCreateWish, useRemoveWish } from './data/wishes.ts'
import { RadiusField } from './radius-field.tsx'
import classes from './wish-list.module.css'

interface WishListProps {
  wishes: Wish[]
  /** For names and pictures. */
  items: Item[]
}

/** The user's wishes, each with its place and radius, and a button to end it. */
export function WishList({ wishes, items }: WishListProps) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const remove = useRemoveWish()
  const [doomed, setDoomed] = useState<{ id: string; name: string } | null>(null)
  const confirm = () => {
    if (!doomed) return
    remove.mutate(doomed.id, {
      onSuccess: () => showToast({ message: t('page.removed') }),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      onSettled: () => setDoomed(null),
    })
  }
  return (
    <>
      <ul className={classes.list}>
        {wishes.map((wish) => (
          <WishRow
            key={wish.id}
            wish={wish}
            item={items.find(({ id }) => id === wish.item_id)}
            onRemove={(name) => setDoomed({ id: wish.id, name })}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={doomed !== null}
        title={t('page.confirmTitle')}
        confirmLabel={t('page.remove')}
        destructive
        loading={remove.isPending}
        onConfirm={confirm}
        onClose={() => setDoomed(null)}
      >
        {t('page.confirmBody', { name: doomed?.name ?? '' })}
      </ConfirmDialog>
    </>
  )
}

interface WishRowProps {
  wish: Wish
  /** Undefined if its sticker no longer exists. */
  item: Item | undefined
  onRemove: (name: string) => void
}

/** Zooms at which a circle of 1, 5, 20 and 50 km fits on a phone. */
const ZOOMS = { 1000: 14, 5000: 12, 20000: 10, 50000: 9 } as const

function WishRow({ wish, item, onRemove }: WishRowProps) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const language = currentLanguage()
  const change = useCreateWish()
  const name = itemName(item, language)
  const { latitude, longitude, radius, place } = wish
  const until = dateFormat({ dateStyle: 'medium' }).format(new Date(wish.expires_at))
  return (
    <li className={classes.row}>
      {item ? <StickerImage imagePath={item.image_path} name="" size={56} /> : null}
      <div className={classes.text}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.place}>
          {place ? t('page.around', { place }) : t('page.aroundSpot')} ·{' '}
          {t('page.until', { date: until })}
        </p>
      </div>
      <RadiusField
        className={classes.radius ?? ''}
        aria-label={t('page.radius', { name })}
        value={change.isPending ? change.variables.radius : radius}
        onChange={(next) =>
          change.mutate(
            { latitude, longitude, itemId: wish.item_id, radius: next },
            {
              onSuccess: () => showToast({ message: t('page.radiusSaved') }),
              onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
            },
          )
        }
      />
      <div className={classes.actions}>
        <AppButton
          component={Link}
          to={paths.map({
            sticker: wish.item_id,
            lat: latitude,
            lng: longitude,
            z: ZOOMS[radius],
          })}
          tone="quiet"
          aria-label={t('page.onMapOf', { name })}
        >
          {t('page.onMap')}
        </AppButton>
        <AppButton
          tone="quiet"
          aria-label={t('page.removeOf', { name })}
          onClick={() => onRemove(name)}
        >
          {t('page.remove')}
        </AppButton>
      </div>
    </li>
  )
}

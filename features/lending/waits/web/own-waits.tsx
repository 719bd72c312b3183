import { Link } from 'react-router'
import type { Item } from '#features/places/items/contract.ts'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Wait } from '../contract.ts'
import { useLeaveLine, useWaits } from './data/waits.ts'
import classes from './own-waits.module.css'
import { usePlaceWords } from './use-place-words.ts'

/** The things that the user waits for, with the place in each line; nothing if there are none. */
export function OwnWaits() {
  const { t } = useTranslation('waits')
  const waits = useWaits()
  const items = useItems()
  if (waits.error && !waits.data) {
    return <LoadFailure error={waits.error} onRetry={() => waits.refetch()} />
  }
  if (!waits.data || waits.data.length === 0) return null
  return (
    <section className={classes.root} aria-labelledby="own-waits">
      <h2 id="own-waits">{t('page.title')}</h2>
      <p className={classes.muted}>{t('page.lead')}</p>
      <ul className={classes.list}>
        {waits.data.map((wait) => (
          <WaitRow
            key={`${wait.letterbox_id} ${wait.item_id}`}
            wait={wait}
            item={items.data?.find(({ id }) => id === wait.item_id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface WaitRowProps {
  wait: Wait
  /** Undefined while the items are loading. */
  item: Item | undefined
}

function WaitRow({ wait, item }: WaitRowProps) {
  const { t } = useTranslation('waits')
  const { ofError } = useErrorText()
  const placeWords = usePlaceWords()
  const leave = useLeaveLine()
  const { letterbox_id, item_id, postcode, city, expires_at } = wait
  const name = itemName(item, currentLanguage())
  const address = `${wait.address}, ${postcode} ${city}`
  const until = dateFormat({ dateStyle: 'medium' }).format(new Date(expires_at))
  return (
    <li className={classes.row}>
      {item ? <StickerImage imagePath={item.image_path} name="" size={56} /> : null}
      <div className={classes.text}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.muted}>
          {address} · {t('page.until', { date: until })}
        </p>
        <p className={classes.place}>{placeWords(wait)}</p>
      </div>
      <div className={classes.actions}>
        <AppButton
          component={Link}
          to={paths.letterbox(letterbox_id, { sticker: item_id })}
          tone="quiet"
          aria-label={t('page.toLetterboxOf', { name, address })}
        >
          {t('page.toLetterbox')}
        </AppButton>
        <AppButton
          tone="quiet"
          aria-label={t('offer.leaveOf', { name })}
          loading={leave.isPending}
          onClick={() =>
            leave.mutate(
              { letterboxId: letterbox_id, itemId: item_id },
              {
                onSuccess: () => showToast({ message: t('offer.left') }),
                onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
              },
            )
          }
        >
          {t('offer.leave')}
        </AppButton>
      </div>
    </li>
  )
}

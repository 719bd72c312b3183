import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { Wait } from '../contract.ts'
import { useLeaveLine } from './data/waits.ts'
import { usePlaceWords } from './use-place-words.ts'
import { WantedRow } from './wanted-row.tsx'

interface WaitRowProps {
  wait: Wait
  /** Undefined while the items are loading. */
  item: Item | undefined
}

/** A thing that the user waits for, with the place in its line. */
export function WaitRow({ wait, item }: WaitRowProps) {
  const { t } = useTranslation('waits')
  const placeWords = usePlaceWords()
  const leave = useLeaveLine()
  const { letterbox_id, item_id, postcode, city, expires_at } = wait
  const name = itemName(item, currentLanguage())
  const address = wait.address && `${wait.address}, ${postcode} ${city}`
  return (
    <WantedRow
      item={item}
      place={address ?? t('page.somewhere')}
      expiresAt={expires_at}
      link={
        address === null
          ? null
          : {
              to: paths.letterbox(letterbox_id, { sticker: item_id }),
              text: t('page.toLetterbox'),
              label: t('page.toLetterboxOf', { name, address }),
            }
      }
      ending={t('page.endBody', { name })}
      onEnd={() => leave.mutateAsync({ letterboxId: letterbox_id, itemId: item_id })}
    >
      <p>{placeWords(wait)}</p>
    </WantedRow>
  )
}

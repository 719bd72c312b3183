import { useEffect, useRef } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { useLetterbox } from '#features/places/letterboxes/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './embed-map.module.css'

interface EmbedLetterboxProps {
  /** One letterbox, or all in one house. */
  ids: readonly string[]
  items: Item[]
  onClose: () => void
}

/** The items of a clicked letterbox, with a link to the app for asking. */
export function EmbedLetterbox({ ids, items, onClose }: EmbedLetterboxProps) {
  const { t } = useTranslation('share')
  const card = useRef<HTMLElement>(null)
  const key = ids.join()
  useEffect(() => {
    if (key) card.current?.focus()
  }, [key])
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={classes.card}
      aria-label={t('embed.letterbox')}
      onKeyDown={({ key: pressed }) => pressed === 'Escape' && onClose()}
    >
      <button
        type="button"
        className={classes.close}
        aria-label={t('embed.close')}
        onClick={onClose}
      >
        <Icon name="close" size={20} />
      </button>
      {ids.map((id) => (
        <Letterbox key={id} id={id} items={items} />
      ))}
    </section>
  )
}

function Letterbox({ id, items }: { id: string; items: Item[] }) {
  const { t } = useTranslation('share')
  const { data, isError } = useLetterbox(id, null)
  if (isError) return <p>{t('embed.failed')}</p>
  if (!data) return <p>{t('embed.loading')}</p>
  const lent = data.items.flatMap(
    ({ id: itemId }) => items.find((item) => item.id === itemId) ?? [],
  )
  return (
    <article className={classes.letterbox}>
      <h2 className={classes.address} translate="no">{`${data.address}, ${data.city}`}</h2>
      <ul className={classes.stickers}>
        {lent.map((item) => (
          <li key={item.id}>
            <StickerImage
              imagePath={item.image_path}
              name={itemName(item, currentLanguage())}
              size={40}
            />
          </li>
        ))}
      </ul>
      <a className={classes.ask} href={paths.letterbox(id)} target="_blank" rel="noopener">
        {t('embed.ask')}
      </a>
    </article>
  )
}

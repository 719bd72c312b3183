import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { useWaitingHere } from './data/waits.ts'
import classes from './waiting-here.module.css'

/** How many people wait for which items of the user's letterbox; nothing if there are none. */
export function WaitingHere() {
  const { t } = useTranslation('waits')
  const { data: waiting = [] } = useWaitingHere()
  const items = useItems()
  const language = currentLanguage()
  if (waiting.length === 0) return null
  return (
    <section className={classes.root} aria-labelledby="waiting-here">
      <h2 id="waiting-here" className={classes.title}>
        {t('here.title')}
      </h2>
      <p>{t('here.lead')}</p>
      <ul className={classes.list}>
        {waiting.map(({ item_id, count }) => {
          const item = items.data?.find(({ id }) => id === item_id)
          return (
            <li key={item_id} className={classes.item}>
              {item ? <StickerImage imagePath={item.image_path} name="" size={40} /> : null}
              <span>
                <strong>{itemName(item, language)}</strong>
                <br />
                {t('here.people', { count })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

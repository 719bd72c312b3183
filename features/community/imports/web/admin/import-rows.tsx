import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { LetterboxImport } from '../../contract.admin.ts'
import classes from './imports.module.css'

/** The first rows of the file with the effect of each. */
export function ImportRows({ current: { rows, counts } }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  const { data: items } = useItems()
  if (rows.length === 0 || !counts) return null
  const all = counts.create + counts.update + counts.unchanged + counts.taken_over
  const pictureOf = (id: number) => items?.find((item) => item.id === id)
  return (
    <section aria-labelledby="import-rows">
      <h2 id="import-rows" className={classes.heading}>
        {t('rows.title')}
      </h2>
      {rows.length < all ? (
        <p className={classes.hint}>{t('firstOnly', { shown: rows.length })}</p>
      ) : null}
      <ul className={classes.rows}>
        {rows.map(({ line, address, postcode, city, items: ids, effect, approximate, guessed }) => (
          <li key={line} className={classes.row}>
            <div className={classes.stack}>
              <strong>{address}</strong>
              <span>
                {postcode} {city}
              </span>
              <span className={classes.hint}>
                {t('lineEffect', { line, effect: t(`effects.${effect}`) })}
                {approximate ? `, ${t('approximate')}` : null}
                {guessed ? `, ${t('guessed')}` : null}
              </span>
            </div>
            <span className={classes.stickers}>
              {ids.map((id) => {
                const item = pictureOf(id)
                return item ? (
                  <StickerImage
                    key={id}
                    imagePath={item.image_path}
                    name={itemName(item, currentLanguage())}
                    size={36}
                  />
                ) : null
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

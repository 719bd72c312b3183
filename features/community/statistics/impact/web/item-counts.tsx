import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { HyphenatedName, StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Figure } from '#platform/web/ui/plots/figure.tsx'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import type { ItemCount } from '../contract.ts'
import { FEWEST_TOLD } from '../impact-limits.ts'
import classes from './impact.module.css'

interface ItemCountsProps {
  kind: 'wanted' | 'lent'
  counts: ItemCount[]
}

/** Stickers with their counts, highest first, as a table with bars. */
export function ItemCounts({ kind, counts }: ItemCountsProps) {
  const { t } = useTranslation('impact')
  const { data: items = [] } = useItems()
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const rows = counts.flatMap(({ item_id, count }) => {
    const item = itemsById.get(item_id)
    return item ? [{ item, count }] : []
  })
  const most = rows[0]?.count ?? 1
  return (
    <Figure id={`impact-${kind}`} title={t(`${kind}.title`)}>
      <p className={classes.lead}>
        {counts.length > 0 ? t(`${kind}.lead`) : t(`${kind}.none`, { fewest: FEWEST_TOLD })}
      </p>
      {rows.length > 0 ? (
        <table className={classes.items}>
          <caption className="visually-hidden">{t(`${kind}.title`)}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('sticker')}</span>
              </th>
              <th scope="col">
                <span className="visually-hidden">{t(`${kind}.count`)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ item, count }) => (
              <tr key={item.id}>
                <th scope="row">
                  <span className={classes.sticker}>
                    <StickerImage imagePath={item.image_path} name="" size={40} />
                    <span>
                      <HyphenatedName name={itemName(item, currentLanguage())} />
                    </span>
                  </span>
                </th>
                <td>
                  <span className={classes.amount}>
                    <span className={classes.measure}>
                      <span
                        className={classes.bar}
                        data-kind={kind}
                        style={{ width: `${(100 * count) / most}%` }}
                      />
                    </span>
                    <span className={classes.count}>{countInWords(count)}</span>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Figure>
  )
}

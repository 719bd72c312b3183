import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { HyphenatedName, StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { Figure } from '#platform/web/ui/plots/figure.tsx'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import type { Overview, StickerDemand } from '../../contract.admin.ts'
import { CsvButton } from './figure.tsx'
import classes from './overview.module.css'

interface StickerFiguresProps {
  overview: Overview
  /** Id of a region; empty: all regions. */
  region: string
  onRegion: (region: string) => void
}

/** The most wanted and most missing stickers, everywhere or in one region. */
export function StickerFigures({ overview, region, onRegion }: StickerFiguresProps) {
  const { t } = useTranslation('admin-overview')
  const nameOf = ({ id, city }: Overview['regions'][number]) =>
    t('region.name', { city, code: id.replace('-', ' ') })
  const chosenRegion = overview.regions.find(({ id }) => id === region)
  const name = chosenRegion ? nameOf(chosenRegion) : t('region.all')
  return (
    <section aria-labelledby="stickers" className={classes.stickers}>
      <h2 id="stickers" className={classes.heading}>
        {t('stickers.title', { region: name })}
      </h2>
      <div className={classes.period} data-screen-only>
        <SelectField
          label={t('region.label')}
          value={chosenRegion ? region : ''}
          data={[
            { value: '', label: t('region.all') },
            ...overview.regions.map((each) => ({
              value: each.id,
              label: t('region.option', {
                name: nameOf(each),
                count: each.letterboxes,
                letterboxes: countInWords(each.letterboxes),
              }),
            })),
          ]}
          onChange={({ currentTarget }) => onRegion(currentTarget.value)}
        />
      </div>
      <div className={classes.pair}>
        <StickerFigure kind="wanted" demands={overview.most_wanted} region={region} />
        <StickerFigure kind="missing" demands={overview.most_missing} region={region} />
      </div>
    </section>
  )
}

interface StickerFigureProps {
  kind: 'wanted' | 'missing'
  demands: StickerDemand[]
  region: string
}

/** A table with the sums as bars. */
function StickerFigure({ kind, demands, region }: StickerFigureProps) {
  const { t } = useTranslation('admin-overview')
  const { data: items = [] } = useItems()
  const rows = demands.map((demand) => {
    const item = items.find(({ id }) => id === demand.item_id)
    const name = itemName(item, currentLanguage()) || t('stickers.gone', { id: demand.item_id })
    return { ...demand, id: demand.item_id, item, name, sum: demand.requests + demand.wishes }
  })
  const [first] = rows
  const title = `stickers-${kind}`
  const table = {
    columns: ['sticker', 'requests', 'wishes', 'sum'].map((key) => ({
      title: t(`stickers.${key as 'sticker' | 'requests' | 'wishes' | 'sum'}`),
    })),
    rows: rows.map(({ item_id, name, requests, wishes, sum }) => ({
      key: `${item_id}`,
      cells: [name, requests, wishes, sum],
    })),
  }
  return (
    <Figure id={title} title={t(`stickers.${kind}.title`)} level={3} className={classes.figure}>
      <p className={classes.sentence}>
        {first
          ? t(`stickers.${kind}.sentence`, {
              sticker: first.name,
              count: countInWords(first.sum),
            })
          : t(`stickers.${kind}.none`)}
      </p>
      <p className={classes.what}>{t(`stickers.${kind}.what`)}</p>
      {first ? (
        <>
          <DataTable
            label={t(`stickers.${kind}.title`)}
            plain
            columns={[
              {
                key: 'sticker',
                title: t('stickers.sticker'),
                render: ({ item, name, sum }) => (
                  <span className={classes.sticker}>
                    {item ? <StickerImage imagePath={item.image_path} name="" size={36} /> : null}
                    <span>
                      <HyphenatedName name={name} />
                      <span
                        className={classes.bar}
                        data-kind={kind}
                        style={{ width: `${(100 * sum) / first.sum}%` }}
                      />
                    </span>
                  </span>
                ),
              },
              ...(['requests', 'wishes', 'sum'] as const).map((key) => ({
                key,
                title: t(`stickers.${key}`),
                right: true,
                render: (row: (typeof rows)[number]) => countInWords(row[key]),
              })),
            ]}
            rows={rows}
          />
          <CsvButton
            title={t(`stickers.${kind}.title`)}
            file={`${title}${region && `-${region}`}`}
            table={table}
          />
        </>
      ) : null}
    </Figure>
  )
}

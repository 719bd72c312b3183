import type { CSSProperties } from 'react'
import { withSoftHyphens } from '#features/places/items/web/door.ts'
import { STICKER_BASE } from '#platform/shared/paths.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Logo } from '#platform/web/ui/artwork/logo.tsx'
import classes from './poster.module.css'
import { layOut, MOST_STICKERS } from './poster-layout.ts'

/** Degrees; makes the stickers look stuck on by hand. */
const TILTS = [-3, 2, -1, 3, -2, 1, 2]

/** An address longer than this does not fit on one line of the plate. */
const LONG_ADDRESS = 20

export interface PosterContent {
  address: string
  town: string
  items: { id: number; image_path: string; name: string }[]
  /** The code as an image URL. */
  code: string | undefined
  /** The short address below the code, to type; undefined if there is none. */
  link: string | undefined
}

/** A letterbox with its stickers. Its parent sets the unit `--u`: 1 mm on A6, 2 mm on A4. */
export function Poster({ address, town, items, code, link }: PosterContent) {
  const { t } = useTranslation('share')
  const brand = useBrandName()
  const shownItems = items.length > MOST_STICKERS ? items.slice(0, MOST_STICKERS - 1) : items
  const more = items.length - shownItems.length
  const moreText = t('poster.more', { count: more })
  const names = shownItems.map(({ name }) => withSoftHyphens(name))
  const layout = layOut(more > 0 ? [...names, moreText] : names)
  const measures = {
    '--columns': layout.columns,
    '--sticker': layout.sticker,
    '--name': layout.name,
  } as CSSProperties
  return (
    <div className={classes.poster}>
      <div className={classes.slot} />
      <div className={classes.plate}>
        <p className={classes.address} data-long={address.length > LONG_ADDRESS || undefined}>
          {address}
        </p>
        <p className={classes.town}>{town}</p>
      </div>
      {items.length > 0 ? (
        <>
          <p className={classes.heading}>{t('poster.heading')}</p>
          <ul className={classes.stickers} style={measures}>
            {shownItems.map((item, index) => (
              <li key={item.id}>
                <img
                  src={`${STICKER_BASE}${item.image_path}`}
                  alt=""
                  style={{ rotate: `${TILTS[index % TILTS.length]}deg` }}
                />
                <span>{names[index]}</span>
              </li>
            ))}
            {more > 0 ? (
              <li>
                <b className={classes.more}>+{more}</b>
                <span>{moreText}</span>
              </li>
            ) : null}
          </ul>
        </>
      ) : (
        <p className={classes.empty}>{t('poster.headingEmpty')}</p>
      )}
      <div className={classes.foot}>
        <div className={classes.code}>{code ? <img src={code} alt="" /> : null}</div>
        <div>
          <p className={classes.scan}>{t('poster.scan')}</p>
          {link ? <p className={classes.link}>{link}</p> : null}
          <p className={classes.brand}>
            <Logo size={24} />
            {brand}
          </p>
        </div>
      </div>
    </div>
  )
}

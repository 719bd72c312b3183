import { useState } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { ITEM_LINE_MAX_LENGTH } from '#features/places/letterboxes/line-limits.ts'
import { lengthOf } from '#platform/shared/input/plain-text.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './item-fold.module.css'

/** What the owner says about items, as typed; empty if an item is missing. */
export type Lines = Readonly<Record<number, string>>

interface ItemLinesProps {
  /** The chosen items. */
  items: Item[]
  lines: Lines
  /** The field of an item's line. */
  field: (id: number) => FieldProps
}

/** Characters left at which the counter appears. */
const COUNTER_FROM = ITEM_LINE_MAX_LENGTH - 20

/** A public line for each chosen sticker, such as "3 m, needs two people". */
export function ItemLines({ items, lines, field }: ItemLinesProps) {
  const { t } = useTranslation(['profile', 'layout'])
  // Decided once, before the items are loaded, so that it stays open when the user empties a line.
  const [open] = useState(() => Object.values(lines).some((line) => line !== ''))
  if (items.length === 0) return null
  return (
    <details className={classes.root} open={open || undefined}>
      <summary className={classes.summary}>
        <Icon name="chevronDown" />
        {t('items.lines')}
      </summary>
      <p className={classes.hint}>{t('items.linesHint', { max: ITEM_LINE_MAX_LENGTH })}</p>
      <ul className={classes.list}>
        {items.map((item, i) => {
          const line = lines[item.id] ?? ''
          const length = lengthOf(line.trim())
          return (
            <li key={item.id} className={classes.item} data-field>
              <StickerImage imagePath={item.image_path} name="" size={40} />
              <div className={classes.field}>
                <TextField
                  label={itemName(item, currentLanguage())}
                  placeholder={i === 0 ? t('items.lineExample') : undefined}
                  autoComplete="off"
                  {...field(item.id)}
                  value={line}
                />
                <p
                  className={classes.counter}
                  role="status"
                  data-over={length > ITEM_LINE_MAX_LENGTH || undefined}
                >
                  {length > COUNTER_FROM
                    ? t('layout:counter', { length, max: ITEM_LINE_MAX_LENGTH })
                    : null}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

import { useState } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { MAX_COPIES } from '#features/places/letterboxes/contract.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './item-fold.module.css'

/** Number of copies by item; one if an item is missing. */
export type Copies = Readonly<Record<number, number>>

interface ItemCopiesProps {
  /** The chosen items. */
  items: Item[]
  copies: Copies
  onChange: (id: number, copies: number) => void
}

/** "I have two of these". Few members need it, so it is collapsed. */
export function ItemCopies({ items, copies, onChange }: ItemCopiesProps) {
  const { t } = useTranslation('profile')
  // Decided once, before the items are loaded, so that it stays open when the user counts down to one.
  const [open] = useState(() => Object.values(copies).some((count) => count > 1))
  if (items.length === 0) return null
  return (
    <details className={classes.root} open={open || undefined}>
      <summary className={classes.summary}>
        <Icon name="chevronDown" />
        {t('items.several')}
      </summary>
      <p className={classes.hint}>{t('items.severalHint')}</p>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id} className={classes.item}>
            <StickerImage imagePath={item.image_path} name="" size={40} />
            <Stepper
              name={itemName(item, currentLanguage())}
              value={copies[item.id] ?? 1}
              onChange={(value) => onChange(item.id, value)}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface StepperProps {
  name: string
  value: number
  onChange: (value: number) => void
}

/** At the ends of the range the button keeps its place and focus, but does nothing. */
function Stepper({ name, value, onChange }: StepperProps) {
  const { t } = useTranslation('profile')
  const step = (by: number) => {
    const next = value + by
    if (next >= 1 && next <= MAX_COPIES) onChange(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would put its legend apart
    <div role="group" aria-label={name} className={classes.stepper}>
      <span className={classes.name}>{name}</span>
      <button
        type="button"
        className={classes.step}
        aria-label={t('items.fewer', { name })}
        aria-disabled={value <= 1}
        onClick={() => step(-1)}
      >
        <Icon name="minus" />
      </button>
      <output className={classes.value}>{value}</output>
      <button
        type="button"
        className={classes.step}
        aria-label={t('items.more', { name })}
        aria-disabled={value >= MAX_COPIES}
        onClick={() => step(1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}

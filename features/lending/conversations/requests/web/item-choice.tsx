import { useEffect, useId, useRef, useState } from 'react'
import { HyphenatedName, StickerImage } from '#features/places/items/web/door.ts'
import { LentWords } from '#features/places/letterboxes/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import type { BorrowableItem } from './borrow-modal.tsx'
import classes from './item-choice.module.css'

interface ItemChoiceProps {
  items: BorrowableItem[]
  /** Form field; its value is the id of an item, or null. */
  field: FieldProps
  onChange: (id: number) => void
}

/** The requested item; another of the letterbox's stickers is one tap away. */
export function ItemChoice(props: ItemChoiceProps) {
  const { t } = useTranslation('borrow')
  const { items, field } = props
  const chosenItem = items.find(({ id }) => id === field.value)
  const [open] = useState(chosenItem === undefined)
  const [again, setAgain] = useState(false)
  if (open || again || !chosenItem) return <StickerChoice {...props} again={again} />
  return (
    <div className={classes.chosen} data-lent={!chosenItem.available || undefined}>
      <StickerImage imagePath={chosenItem.image_path} name="" size={56} />
      <div className={classes.chosenText}>
        <p className={classes.chosenName}>
          <HyphenatedName name={chosenItem.name} />
        </p>
        {chosenItem.line ? <p className={classes.line}>{chosenItem.line}</p> : null}
        <LentWords items={[chosenItem]} />
      </div>
      {items.length > 1 ? (
        <AppButton tone="quiet" onClick={() => setAgain(true)}>
          {t('chooseOther')}
        </AppButton>
      ) : null}
    </div>
  )
}

interface StickerChoiceProps extends ItemChoiceProps {
  /** Takes the focus, since the button that had it is gone. */
  again: boolean
}

/** The stickers of the letterbox; the user requests exactly one. */
function StickerChoice({ items, field, again, onChange }: StickerChoiceProps) {
  const { t } = useTranslation('borrow')
  const name = useId()
  const choice = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (again) choice.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [again])
  return (
    <fieldset ref={choice} data-path={field['data-path']} className={classes.choice}>
      <legend className={classes.legend}>{t('chooseItem')}</legend>
      <div className={classes.items}>
        {items.map((item, i) => (
          <label key={item.id} className={classes.item} data-lent={!item.available || undefined}>
            <input
              type="radio"
              className={classes.input}
              name={name}
              checked={item.id === field.value}
              // Without a preselected item, choosing one is the first thing to do in the dialog.
              data-autofocus={field.value === null && i === 0 ? true : undefined}
              onChange={() => onChange(item.id)}
            />
            <span className={classes.sticker}>
              <StickerImage imagePath={item.image_path} name="" size={56} />
            </span>
            <span className={classes.name}>
              <HyphenatedName name={item.name} />
            </span>
            <LentWords items={[item]} />
          </label>
        ))}
      </div>
      <p role="status" className={classes.line}>
        {items.find(({ id }) => id === field.value)?.line}
      </p>
      {field.error ? (
        <p className={classes.error} role="alert">
          <Icon name="warning" size={18} />
          {field.error}
        </p>
      ) : null}
    </fieldset>
  )
}

import { z } from 'zod'
import type { ItemRef } from '#features/places/items/contract.ts'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { COPIES, pagesFor, STICKER_MM } from '../sticker-size.ts'
import { useStickerSheet } from './data/sticker-sheet.ts'
import classes from './sheet-form.module.css'

const schema = z.object({
  /** Ids of stickers to leave out. */
  left: z.array(z.int()),
  copies: z.literal(COPIES),
  code: z.boolean(),
})

/** Chooses the stickers and copies, and downloads the file. */
export function SheetForm({ items }: { items: readonly ItemRef[] }) {
  const { t } = useTranslation('sticker-sheet')
  const { ofError } = useErrorText()
  const { form, onSubmit } = useSchemaForm<z.input<typeof schema>>(schema, {
    left: [],
    copies: 1,
    code: true,
  })
  const { left, copies, code } = form.values
  const sheet = useStickerSheet()
  const chosenIds = items.map(({ id }) => id).filter((id) => !left.includes(id))
  const stickers = chosenIds.length * copies
  const count = stickers === 0 ? 0 : stickers + (code ? 1 : 0)

  const download = () => {
    if (count === 0 || sheet.isPending) return
    sheet.mutate(
      {
        item_ids: chosenIds.join(','),
        copies: String(copies),
        code: code ? 'true' : 'false',
        lang: currentLanguage(),
      },
      {
        onSuccess: (file) => {
          saveFile(file.name, file)
          showToast({ message: t('saved') })
        },
      },
    )
  }

  return (
    <form className={classes.form} noValidate onSubmit={onSubmit(download)}>
      <StickerChoice
        items={items}
        left={left}
        onChange={(next) => form.setFieldValue('left', next)}
      />
      <ChoiceField
        label={t('copies')}
        short
        options={COPIES.map((value) => ({ value, label: String(value) }))}
        value={copies}
        onChange={(next) => form.setFieldValue('copies', next)}
      />
      <label className={classes.sticker}>
        <input
          type="checkbox"
          className={classes.box}
          checked={code}
          onChange={() => form.setFieldValue('code', !code)}
        />
        <span>{t('withCode')}</span>
      </label>
      <p role="status" className={classes.summary}>
        {count === 0
          ? t('empty')
          : `${t('summary', { count, size: STICKER_MM })}, ${t('pages', { count: pagesFor(count) })}`}
      </p>
      {sheet.isError ? <Notice kind="error">{ofError(sheet.error)}</Notice> : null}
      <div className={classes.actions}>
        <AppButton
          type="submit"
          disabled={count === 0}
          loading={sheet.isPending}
          leftSection={<Icon name="download" />}
        >
          {t('download')}
        </AppButton>
        <p className={classes.hint}>{t('hint')}</p>
      </div>
    </form>
  )
}

interface StickerChoiceProps {
  items: readonly ItemRef[]
  /** Ids of stickers to leave out. */
  left: readonly number[]
  onChange: (left: number[]) => void
}

function StickerChoice({ items, left, onChange }: StickerChoiceProps) {
  const { t } = useTranslation('sticker-sheet')
  const catalogue = useItems().data ?? []
  const nameOf = (id: number) =>
    itemName(
      catalogue.find((item) => item.id === id),
      currentLanguage(),
    )
  const toggle = (id: number) =>
    onChange(left.includes(id) ? left.filter((other) => other !== id) : [...left, id])
  return (
    <fieldset className={classes.stickers}>
      <legend className={classes.legend}>{t('which')}</legend>
      <div className={classes.whole}>
        <AppButton tone="quiet" disabled={left.length === 0} onClick={() => onChange([])}>
          {t('all')}
        </AppButton>
        <AppButton
          tone="quiet"
          disabled={left.length === items.length}
          onClick={() => onChange(items.map(({ id }) => id))}
        >
          {t('none')}
        </AppButton>
      </div>
      <div className={classes.list}>
        {items.map(({ id, image_path }) => (
          <label key={id} className={classes.sticker}>
            <input
              type="checkbox"
              className={classes.box}
              checked={!left.includes(id)}
              onChange={() => toggle(id)}
            />
            <StickerImage imagePath={image_path} name="" size={44} />
            <span>{nameOf(id)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

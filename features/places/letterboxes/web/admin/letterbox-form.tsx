import { type ReactNode, useState } from 'react'
import { useItems } from '#features/places/items/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type AdminLetterbox, letterboxEditSchema } from '../../contract.admin.ts'
import { isSpotElsewhere } from '../data/own-letterbox.ts'
import { PostalFields } from '../postal-fields.tsx'
import { useModerateLetterbox, wasChangedMeanwhile } from './data/letterboxes.ts'
import classes from './letterboxes.module.css'

/** Components of other features that the page passes in: the map with its marker, and the sticker grid. */
export interface Pickers {
  locationPicker: (props: {
    value: Position | null
    approximate: boolean
    country?: string
    onChange: (position: Position) => void
  }) => ReactNode
  itemPicker: (props: { selected: number[]; onToggle: (id: number) => void }) => ReactNode
}

interface AdminLetterboxFormProps extends Pickers {
  letterbox: AdminLetterbox
  onClose: () => void
}

const fieldsOf = (letterbox: AdminLetterbox) => ({
  address: letterbox.address,
  address_addition: letterbox.address_addition ?? '',
  postcode: letterbox.postcode,
  city: letterbox.city,
  country: letterbox.country,
  latitude: letterbox.latitude,
  longitude: letterbox.longitude,
  selected_items_id: letterbox.items.map((item) => item.id),
  removed_lines: [] as number[],
  certain: false,
})

/** Warns that another moderator changed the letterbox while this form was open. */
function Conflict({ letterbox, onTheirs }: { letterbox: AdminLetterbox; onTheirs: () => void }) {
  const { t } = useTranslation('admin-letterboxes')
  const { data: all } = useItems()
  const { address, address_addition, postcode, city, items } = letterbox
  const names = items.map(({ id }) => all?.find((item) => item.id === id))
  const stickers = names
    .map((item) => item?.[`name_${storedLanguage(currentLanguage())}`])
    .filter(Boolean)
  return (
    <Notice
      kind="error"
      title={t('edit.conflict.title')}
      action={
        <AppButton tone="secondary" onClick={onTheirs}>
          {t('edit.conflict.theirs')}
        </AppButton>
      }
    >
      {t('edit.conflict.body', {
        address: [address, address_addition, `${postcode} ${city}`].filter(Boolean).join(', '),
        stickers: stickers.join(', ') || t('edit.conflict.none'),
      })}
    </Notice>
  )
}

interface LinesToRemoveProps {
  letterbox: AdminLetterbox
  /** Ids of items. */
  removed: number[]
  onChange: (removed: number[]) => void
}

/** Lets a moderator remove lines of stickers. Only those who manage the letterbox may write them. */
function LinesToRemove({ letterbox, removed, onChange }: LinesToRemoveProps) {
  const { t } = useTranslation('admin-letterboxes')
  const { data: all } = useItems()
  const nameIn = `name_${storedLanguage(currentLanguage())}` as const
  const withLine = letterbox.items.filter(({ line }) => line !== undefined)
  if (withLine.length === 0) return null
  return (
    <fieldset className={classes.lines}>
      <legend>{t('edit.lines')}</legend>
      {withLine.map(({ id, line }) => (
        <CheckField
          key={id}
          label={all?.find((item) => item.id === id)?.[nameIn] ?? `${id}`}
          hint={line ?? ''}
          checked={removed.includes(id)}
          onChange={(checked) =>
            onChange(checked ? [...removed, id] : removed.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  )
}

/** Corrects address, position and stickers in one step, so that the owner gets one mail. */
export function AdminLetterboxForm(props: AdminLetterboxFormProps) {
  const { letterbox, onClose } = props
  const { t } = useTranslation(['admin-letterboxes', 'layout'])
  const { ofError } = useErrorText()
  const { id, version } = letterbox
  const change = useModerateLetterbox(id)
  const { form, field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(
    letterboxEditSchema,
    fieldsOf(letterbox),
  )
  // Version on which the form is based, so that it cannot silently overwrite a later change of another moderator.
  const [read, setRead] = useState(letterbox.version)
  /** Whether to ask the moderator to confirm a spot that does not fit the address. */
  const [asking, setAsking] = useState(false)
  const conflict = wasChangedMeanwhile(change.error) && version !== read
  const { latitude, longitude, selected_items_id: selected } = form.values
  const toggle = (item: number) =>
    form.setFieldValue(
      'selected_items_id',
      selected.includes(item) ? selected.filter((other) => other !== item) : [...selected, item],
    )
  const save = (values: typeof form.values) =>
    change.mutate(
      { act: 'update', body: { id, version: conflict ? version : read, ...values } },
      {
        onSuccess() {
          showToast({ message: t('edit.done') })
          onClose()
        },
        onError(error) {
          if (isSpotElsewhere(error)) setAsking(true)
          else if (error instanceof ApiError) showFieldErrors(error)
        },
      },
    )
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit((values) => save(values))}>
      <p className={classes.hint}>{t('edit.body')}</p>
      <PostalFields field={field} />
      <section aria-labelledby="edit-spot">
        <h3 id="edit-spot">{t('edit.spot')}</h3>
        <div className={classes.map}>
          {props.locationPicker({
            value: latitude === null || longitude === null ? null : { latitude, longitude },
            approximate: false,
            country: form.values.country,
            onChange: (position) => form.setValues({ ...position }),
          })}
        </div>
      </section>
      <section aria-labelledby="edit-stickers">
        <h3 id="edit-stickers">{t('edit.stickers', { count: selected.length })}</h3>
        {props.itemPicker({ selected, onToggle: toggle })}
      </section>
      <LinesToRemove
        letterbox={letterbox}
        removed={form.values.removed_lines}
        onChange={(removed) => form.setFieldValue('removed_lines', removed)}
      />
      {conflict ? (
        <Conflict
          letterbox={letterbox}
          onTheirs={() => {
            form.setValues(fieldsOf(letterbox))
            setRead(version)
            change.reset()
          }}
        />
      ) : change.isError && !isAboutFields(change.error) && !isSpotElsewhere(change.error) ? (
        <Notice kind="error">{ofError(change.error)}</Notice>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={t('edit.elsewhere.title')}
        confirmLabel={t('edit.elsewhere.confirm')}
        onConfirm={() => {
          setAsking(false)
          save({ ...form.values, certain: true })
        }}
        onClose={() => setAsking(false)}
      >
        {t('edit.elsewhere.body')}
      </ConfirmDialog>
      <div className={classes.bar}>
        <AppButton tone="secondary" onClick={onClose}>
          {t('layout:cancel')}
        </AppButton>
        <AppButton type="submit" loading={change.isPending}>
          {t(conflict ? 'edit.conflict.mine' : 'edit.save')}
        </AppButton>
      </div>
    </form>
  )
}

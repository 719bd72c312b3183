import { useNavigate } from 'react-router'
import { z } from 'zod'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { type AdminItem, ITEM_NAME_TAKEN, itemContentSchema } from '../../contract.admin.ts'
import { ITEM_CATEGORIES } from '../../item-categories.ts'
import { ITEM_LANGUAGES } from '../../item-languages.ts'
import { letterPath } from '../../letter-path.ts'
import { ArtworkField } from './artwork-field.tsx'
import { type ItemDraft, useCreateItem, useUpdateItem } from './data/items.ts'
import classes from './items.module.css'

const SYNONYMS_MAX_LENGTH = 3000

/** The values as typed: one synonym per line. */
const typedSchema = itemContentSchema.omit({ artwork: true }).extend({ synonyms: z.string() })

/** Form values of a sticker, or of a new one. */
export const draftOfItem = (item: AdminItem | null): ItemDraft => ({
  name_de: item?.name_de ?? '',
  name_en: item?.name_en ?? '',
  name_fr: item?.name_fr ?? '',
  name_it: item?.name_it ?? '',
  synonyms: item?.synonyms.join('\n') ?? '',
  category: item?.category ?? 'household',
  sticker: item?.sticker ?? true,
})

interface AdminItemFormProps {
  item: AdminItem | null
  draft: DraftOfForm<ItemDraft>
  /** Called with whether another administrator has changed the sticker since it was read. */
  onOutdated: (outdated: boolean) => void
}

export function AdminItemForm({ item, draft, onOutdated }: AdminItemFormProps) {
  const { t } = useTranslation(['admin-items', 'items'])
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const [create, update] = [useCreateItem(), useUpdateItem()]
  const { form, field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm<ItemDraft>(
    typedSchema,
    draft.initial,
    draft.change,
  )
  const { name_de, category, artwork } = form.values
  const drawing = item?.catalogue_image ?? letterPath(category, name_de)
  const asItIs = item?.uploaded ? item.image_path : drawing
  const preview = artwork === undefined ? asItIs : (artwork ?? drawing)
  const failed = create.error ?? update.error

  const onError = (error: unknown) => {
    if (error instanceof ApiError) {
      if (error.code === 'changed_meanwhile') return onOutdated(true)
      showFieldErrors(error)
    }
  }
  const send = onSubmit(async ({ synonyms, ...values }) => {
    const words = synonyms.split('\n').map((word) => word.trim())
    const body = { ...values, synonyms: words.filter((word) => word !== '') }
    try {
      // Awaits instead of passing callbacks to `mutate`. Callbacks are lost when the form is remounted, which happens
      // when another administrator saves the sticker meanwhile.
      if (item) await update.mutateAsync({ ...body, id: item.id, version: item.version })
      else await create.mutateAsync(body)
    } catch (error) {
      onError(error)
      return
    }
    draft.end()
    onOutdated(false)
    showToast({ message: t('saved') })
    navigate(adminPaths.screen('items'))
  })
  const nameField = (language: (typeof ITEM_LANGUAGES)[number]) => {
    const name = `name_${language}` as const
    const { error, ...props } = field(name)
    return { ...props, error: form.errors[name] === ITEM_NAME_TAKEN ? t('nameTaken') : error }
  }

  return (
    <form className={forms.form} noValidate onSubmit={send}>
      <fieldset className={classes.names}>
        <legend>{t('names')}</legend>
        {ITEM_LANGUAGES.map((language) => (
          <TextField
            key={language}
            lang={language}
            label={languageName(language)}
            required
            withAsterisk={false}
            {...nameField(language)}
          />
        ))}
      </fieldset>
      <TextAreaField
        label={t('synonyms')}
        max={SYNONYMS_MAX_LENGTH}
        rows={5}
        optional
        field={field('synonyms')}
      />
      <SelectField
        label={t('columns.category')}
        {...field('category')}
        data={ITEM_CATEGORIES.map((value) => ({ value, label: t(`items:category.${value}`) }))}
      />
      <ArtworkField
        shown={preview}
        category={category}
        removable={artwork === undefined ? (item?.uploaded ?? false) : artwork !== null}
        onChange={(newArtwork) => form.setFieldValue('artwork', newArtwork)}
      />
      <CheckField
        label={t('sticker')}
        hint={t('stickerHint')}
        checked={form.values.sticker}
        onChange={(sticker) => form.setFieldValue('sticker', sticker)}
      />
      {failed && !isAboutFields(failed) ? <Notice kind="error">{ofError(failed)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={create.isPending || update.isPending}>
          {t(item ? 'save' : 'add')}
        </AppButton>
      </div>
    </form>
  )
}

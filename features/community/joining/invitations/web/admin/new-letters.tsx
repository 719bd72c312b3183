import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import {
  LETTER_TEXT_MAX_LENGTH,
  LETTER_WINDOWS,
  LETTERS_MAX,
} from '#features/shop/parcels/letters.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Sheet } from '#platform/web/ui/page.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { newBatchSchema } from '../../contract.admin.ts'
import { useMakeBatch, usePreviewLetter } from './data/invitations.ts'
import { type Chosen, ImportChoice, StreetChoice } from './place-choice.tsx'

const schema = newBatchSchema.pick({ lang: true, text: true, window: true })

/** Form to choose houses or imported owners and make their letters. */
export function NewLetters() {
  const { t } = useTranslation('admin-invitations')
  const may = useMay()
  const [search] = useSearchParams()
  const importId = search.get('import')
  const [kind, setKind] = useState<'street' | 'imported'>(
    importId !== null && may('invitation.imported') ? 'imported' : 'street',
  )
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <Sheet>
      <div className={forms.form}>
        <h2>{t('new')}</h2>
        {may('invitation.imported') ? (
          <ChoiceField
            label={t('from')}
            options={[
              { value: 'street', label: t('fromStreet') },
              { value: 'imported', label: t('fromImport') },
            ]}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setChosen(null)
            }}
          />
        ) : null}
        {kind === 'street' ? (
          <StreetChoice onChange={setChosen} />
        ) : (
          <ImportChoice first={importId} onChange={setChosen} />
        )}
        {chosen && chosen.count > 0 ? <LetterForm chosen={chosen} /> : null}
      </div>
    </Sheet>
  )
}

function LetterForm({ chosen: { source, count } }: { chosen: Chosen }) {
  const { t } = useTranslation('admin-invitations')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const make = useMakeBatch()
  const preview = usePreviewLetter()
  const { form, field, onSubmit } = useSchemaForm<{
    lang: Language
    text: string
    window: (typeof LETTER_WINDOWS)[number]
  }>(schema, { lang: currentLanguage(), text: '', window: 'left' })
  const { lang, window: side } = form.values
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit((values) =>
        make.mutate(
          { source, ...values },
          {
            onSuccess: ({ id }) => {
              showToast({ message: t('made') })
              navigate(adminPaths.screen('invitations', id))
            },
          },
        ),
      )}
    >
      <ChoiceField
        label={t('lang')}
        short
        options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={lang}
        onChange={(value) => form.setFieldValue('lang', value)}
      />
      <TextAreaField
        label={t('text')}
        description={t('textHint')}
        lang={lang}
        rows={4}
        max={LETTER_TEXT_MAX_LENGTH}
        field={field('text')}
      />
      <ChoiceField
        label={t('window')}
        short
        options={LETTER_WINDOWS.map((value) => ({ value, label: t(`windows.${value}`) }))}
        value={side}
        onChange={(value) => form.setFieldValue('window', value)}
      />
      {preview.isError ? <Notice kind="error">{ofError(preview.error)}</Notice> : null}
      {make.isError ? <Notice kind="error">{ofError(make.error)}</Notice> : null}
      {count > LETTERS_MAX ? (
        <Notice kind="error">{t('most', { count: LETTERS_MAX })}</Notice>
      ) : null}
      <p className={forms.hint}>{t('lookHint')}</p>
      <div className={forms.actions}>
        <AppButton
          tone="secondary"
          loading={preview.isPending}
          disabled={count > LETTERS_MAX}
          onClick={() =>
            onSubmit((values) =>
              preview.mutate(
                { source, ...values },
                { onSuccess: (file) => saveFile(file.name, file) },
              ),
            )()
          }
        >
          {t('look')}
        </AppButton>
        <AppButton type="submit" loading={make.isPending} disabled={count > LETTERS_MAX}>
          {t('make', { count })}
        </AppButton>
      </div>
    </form>
  )
}

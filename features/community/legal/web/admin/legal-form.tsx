import { useState } from 'react'
import { z } from 'zod'
import {
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '#platform/shared/languages.ts'
import { LEGAL_COUNTRIES, type LegalCountry } from '#platform/shared/legal-pages.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { MarkdownText } from '#platform/web/ui/markdown-text.tsx'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import type { AdminLegalPage } from '../../contract.admin.ts'
import { GAP, LEGAL_TEXT_MAX_LENGTH, type LegalTexts, legalTextsSchema } from '../../contract.ts'
import { usePublish, useTemplate } from '../data/legal.ts'
import classes from '../legal.module.css'

const publishedSchema = z.object({
  texts: legalTextsSchema,
  country: z.enum(LEGAL_COUNTRIES),
  asks_consent: z.boolean(),
})
type LegalValues = { texts: LegalTexts; country: LegalCountry; asks_consent: boolean }

interface LegalFormProps {
  published: AdminLegalPage
  draft: DraftOfForm<LegalTexts>
}

const inWords = (languages: readonly StoredLanguage[]) =>
  languages.map((language) => languageName(language)).join(', ')

/** Editor for a page in three languages, with a template and a preview. */
export function LegalForm({ published, draft }: LegalFormProps) {
  const { t } = useTranslation('admin-legal')
  const { ofError } = useErrorText()
  const [language, setLanguage] = useState<StoredLanguage>(() => storedLanguage(currentLanguage()))
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm<LegalValues>(
    publishedSchema,
    { texts: draft.initial, country: published.country, asks_consent: false },
    (values) => draft.change(values.texts),
  )
  const { texts, country } = form.values
  const [read, setRead] = useState(published.version)
  const publish = usePublish()
  const isConflict = publish.error instanceof ApiError && publish.error.code === 'changed_meanwhile'
  const missing = STORED_LANGUAGES.filter((each) => texts[each].trim() === '')
  const withGaps = STORED_LANGUAGES.filter((each) => texts[each].includes(GAP))

  const send = (values: LegalValues) => {
    if (publish.isPending) return
    publish.mutate(
      { page: published.page, version: read, ...values },
      {
        onSuccess(page) {
          setRead(page.version)
          form.setFieldValue('asks_consent', false)
          draft.end()
          showToast({ message: t('form.published') })
        },
        onError(error) {
          if (!(error instanceof ApiError)) return
          const current = error.current as AdminLegalPage | null
          if (current) setRead(current.version)
          showFieldErrors(error)
        },
      },
    )
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <Template
        page={published.page}
        country={country}
        onCountry={(value) => form.setFieldValue('country', value)}
        isEmpty={missing.length === STORED_LANGUAGES.length}
        onTexts={(value) => form.setFieldValue('texts', value)}
      />
      <ChoiceField
        label={t('form.language')}
        short
        options={STORED_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={setLanguage}
      />
      <div className={classes.sides}>
        <Sheet>
          <TextAreaField
            key={language}
            label={t('form.text')}
            description={t('form.markdown')}
            lang={language}
            rows={24}
            max={LEGAL_TEXT_MAX_LENGTH}
            field={field(`texts.${language}`)}
          />
        </Sheet>
        <section aria-label={t('form.preview')}>
          <p className={classes.previewLabel}>{t('form.preview')}</p>
          <div className={classes.paper} lang={language}>
            {texts[language].trim() === '' ? (
              <p>{t('form.empty')}</p>
            ) : (
              <MarkdownText content={texts[language]} below="h1" />
            )}
          </div>
        </section>
      </div>
      {published.page === 'terms' ? (
        <CheckField
          label={t('form.asksConsent')}
          hint={t('form.asksConsentHint')}
          checked={form.values.asks_consent}
          onChange={(checked) => form.setFieldValue('asks_consent', checked)}
        />
      ) : null}
      {missing.length > 0 && missing.length < STORED_LANGUAGES.length ? (
        <Notice>{t('form.missing', { languages: inWords(missing) })}</Notice>
      ) : null}
      {withGaps.length > 0 ? (
        <Notice>{t('form.gaps', { gap: GAP, languages: inWords(withGaps) })}</Notice>
      ) : null}
      {publish.isError ? (
        <Notice kind="error">{isConflict ? t('form.conflict') : ofError(publish.error)}</Notice>
      ) : null}
      <div className={forms.actions}>
        <AppButton
          type="submit"
          loading={publish.isPending}
          disabled={missing.length + withGaps.length > 0}
        >
          {t('form.publish')}
        </AppButton>
      </div>
    </form>
  )
}

interface TemplateProps {
  page: AdminLegalPage['page']
  country: LegalCountry
  onCountry: (country: LegalCountry) => void
  isEmpty: boolean
  onTexts: (texts: LegalTexts) => void
}

/** Inserts the template of a country; asks first if it would replace a text. */
function Template({ page, country, onCountry, isEmpty, onTexts }: TemplateProps) {
  const { t } = useTranslation('admin-legal')
  const { ofError } = useErrorText()
  const template = useTemplate()
  const [asking, setAsking] = useState(false)
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  const use = () => {
    setAsking(false)
    template.mutate({ page, country }, { onSuccess: ({ texts }) => onTexts(texts) })
  }
  return (
    <>
      <div className={classes.template}>
        <SelectField
          label={t('template.country')}
          value={country}
          data={LEGAL_COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code }))}
          onChange={(event) => onCountry(event.currentTarget.value as LegalCountry)}
        />
        <AppButton
          tone="secondary"
          loading={template.isPending}
          onClick={() => (isEmpty ? use() : setAsking(true))}
        >
          {t('template.use')}
        </AppButton>
      </div>
      <p role="status" className={forms.hint}>
        {template.isSuccess ? t('template.used', { gap: GAP }) : null}
      </p>
      {template.isError ? <Notice kind="error">{ofError(template.error)}</Notice> : null}
      <ConfirmDialog
        opened={asking}
        title={t('template.replace')}
        confirmLabel={t('template.use')}
        onConfirm={use}
        onClose={() => setAsking(false)}
      >
        {null}
      </ConfirmDialog>
    </>
  )
}

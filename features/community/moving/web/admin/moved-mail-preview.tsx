import { useState } from 'react'
import {
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { useMovedMailPreview, useTestMovedMail } from './data/moved-mail.ts'
import classes from './moved-mail.module.css'

/** The saved mail as it will look, in a sandboxed frame without an origin: no script runs, no link works. */
export function MovedMailPreview({ version }: { version: number }) {
  const { t } = useTranslation('admin-moving')
  const { ofError } = useErrorText()
  const [language, setLanguage] = useState<StoredLanguage>(() => storedLanguage(currentLanguage()))
  const { data, error, refetch } = useMovedMailPreview(version, language)
  const test = useTestMovedMail()
  return (
    <section aria-labelledby="moved-preview">
      <h2 id="moved-preview" className={classes.heading}>
        {t('preview.title')}
      </h2>
      <Sheet>
        <div className={forms.form}>
          <p className={forms.hint}>{t('preview.unsaved')}</p>
          <ChoiceField
            label={t('text.language')}
            short
            options={STORED_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
            value={language}
            onChange={setLanguage}
          />
          {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
          {data ? (
            <>
              <p className={forms.hint}>{t('preview.subject', { subject: data.subject })}</p>
              <iframe
                sandbox=""
                title={t('preview.title')}
                srcDoc={data.html}
                className={classes.mail}
              />
            </>
          ) : null}
          <div className={forms.choices}>
            <AppButton
              tone="secondary"
              loading={test.isPending}
              onClick={() =>
                test.mutate(language, {
                  onSuccess: () => showToast({ kind: 'success', message: t('preview.tested') }),
                  onError: (failure) => showToast({ kind: 'error', message: ofError(failure) }),
                })
              }
            >
              {t('preview.test')}
            </AppButton>
          </div>
        </div>
      </Sheet>
    </section>
  )
}

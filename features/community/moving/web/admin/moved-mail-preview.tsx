import { useState } from 'react'
import { type StoredLanguage, storedLanguage } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { MailPreview } from '#platform/web/ui/back-office/mail-preview.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useMovedMailPreview, useTestMovedMail } from './data/moved-mail.ts'
import classes from './moved-mail.module.css'

/** The saved mail as it will look. */
export function MovedMailPreview({ version }: { version: number }) {
  const { t } = useTranslation('admin-moving')
  const [language, setLanguage] = useState<StoredLanguage>(() => storedLanguage(currentLanguage()))
  return (
    <section aria-labelledby="moved-preview">
      <h2 id="moved-preview" className={classes.heading}>
        {t('preview.title')}
      </h2>
      <Sheet>
        <div className={forms.form}>
          <p className={forms.hint}>{t('preview.unsaved')}</p>
          <MailPreview
            title={t('preview.title')}
            languageLabel={t('text.language')}
            language={language}
            onLanguage={setLanguage}
            mail={useMovedMailPreview(version, language)}
            subjectLine={(subject) => t('preview.subject', { subject })}
            test={useTestMovedMail()}
            testLabel={t('preview.test')}
            tested={t('preview.tested')}
          />
        </div>
      </Sheet>
    </section>
  )
}

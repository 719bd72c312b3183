import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { BANNER_MAX_LENGTH, type Banner } from '#platform/shared/settings/banner.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { SCAM_WARNING } from './scam-warning.ts'
import classes from './settings.module.css'
import { useProblemText } from './use-problem-text.ts'
import type { SettingForm } from './use-setting-form.ts'

/** The warning in each language, as it will look; it is off where all of them are empty. */
export function BannerFields({ value, change, problems }: SettingForm<Banner>) {
  const { t } = useTranslation('admin-settings')
  const textOf = useProblemText(problems)
  return (
    <>
      {LANGUAGES.map((language) => (
        <div key={language}>
          <TextAreaField
            label={LANGUAGE_NAMES[language]}
            lang={language}
            rows={3}
            optional
            max={BANNER_MAX_LENGTH}
            field={{
              value: value[language],
              onChange: (event: { currentTarget: { value: string } }) =>
                change({ ...value, [language]: event.currentTarget.value }),
              error: textOf(language),
            }}
          />
          <Preview text={value[language].trim()} language={language} />
        </div>
      ))}
      <div>
        <AppButton tone="secondary" onClick={() => change(SCAM_WARNING)}>
          {t('banner.insert')}
        </AppButton>
      </div>
    </>
  )
}

function Preview({ text, language }: { text: string; language: Language }) {
  const { t } = useTranslation('admin-settings')
  if (!text) return null
  return (
    <figure className={classes.preview}>
      <figcaption>{t('preview.title')}</figcaption>
      <div className={classes.banner}>
        <Icon name="warning" className={classes.icon} />
        <p lang={language}>{text}</p>
      </div>
    </figure>
  )
}

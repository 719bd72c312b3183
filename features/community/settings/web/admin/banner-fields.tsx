import { LANGUAGE_NAMES, type Language, STORED_LANGUAGES } from '#platform/shared/languages.ts'
import { BANNER_MAX_LENGTH, type Banner } from '#platform/shared/settings/banner.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { useTextsInto } from '#platform/web/ui/back-office/use-texts-into.ts'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { MarkdownText } from '#platform/web/ui/markdown-text.tsx'
import classes from './settings.module.css'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

/** The warning in each language, with a preview. It is off if all texts are empty. */
export function BannerFields({ value, change, problems }: SettingForm<Banner>) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  // The most frequent warning, in all languages at once, whatever the language of the app.
  const warnings = useTextsInto(
    STORED_LANGUAGES.map((language) => ({ language, key: 'admin-settings:banner.scamWarning' })),
  )
  const scamWarning = Object.fromEntries(
    STORED_LANGUAGES.map((language, index) => [language, warnings[index] ?? value[language]]),
  )
  return (
    <>
      {STORED_LANGUAGES.map((language) => (
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
              ...problemOf(language),
            }}
          />
          <Preview text={value[language].trim()} language={language} />
        </div>
      ))}
      <div>
        <AppButton tone="secondary" onClick={() => change({ ...value, ...scamWarning })}>
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
        <div lang={language}>
          <MarkdownText content={text} />
        </div>
      </div>
    </figure>
  )
}

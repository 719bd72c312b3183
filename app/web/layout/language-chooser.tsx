import { saveLanguage } from '#features/people/accounts/web/data/door.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { readToken } from '#platform/web/data/session-token.ts'
import { changeLanguage } from '#platform/web/start/i18n.ts'
import { currentLanguage, translate, useTranslation } from '#platform/web/start/texts.ts'
import { showToastLater } from '#platform/web/ui/feedback/first-toast.ts'
import classes from './language-chooser.module.css'

/** DE, EN, FR. The choice is stored on the device and, when logged in, in the account. */
export function LanguageChooser() {
  const { t } = useTranslation('layout')
  const current = currentLanguage()

  const choose = (language: Language) => {
    const whenShown = changeLanguage(language)
    if (!readToken()) return
    // The device has stored the choice; the account follows once the server is reachable.
    Promise.all([whenShown, saveLanguage(language)]).then(
      () => showToastLater({ message: translate('layout:changesSaved'), seconds: 3 }),
      () => undefined,
    )
  }

  return (
    <fieldset className={classes.group} translate="no">
      <legend className="visually-hidden">{t('language')}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={classes.choice}
          aria-pressed={language === current}
          aria-label={LANGUAGE_NAMES[language]}
          title={LANGUAGE_NAMES[language]}
          onClick={() => choose(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}

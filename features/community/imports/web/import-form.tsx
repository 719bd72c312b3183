import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { Sheet } from '#platform/web/ui/page.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { IMPORT_FILE_MAX_BYTES } from '../contract.ts'
import { useCheckImport } from './data/admin-imports.ts'
import classes from './imports.module.css'

/** The byte order mark, by which spreadsheet programs recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const EXAMPLE = [
  'address;postcode;city;items;firstname;lastname;email;messaging',
  'Musterweg 1;8004;Zürich;Leiter, Beamer;Anna;Muster;anna@example.org;ja',
  'Rue de Berne 21;1201;Genève;perceuse, échelle;;;;',
]

/** Asks for the file and the language in which the imported people get their mails. */
export function ImportForm() {
  const { t } = useTranslation('admin-imports')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const check = useCheckImport()
  const [lang, setLang] = useState<Language>(currentLanguage())
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const tooLarge = file !== null && file.size > IMPORT_FILE_MAX_BYTES
  const send = () => {
    if (!file) input.current?.focus()
    else if (!tooLarge) {
      check.mutate(
        { file, lang, onProgress: setShare },
        { onSuccess: ({ id }) => navigate(adminPaths.screen('imports', id)) },
      )
    }
  }
  return (
    <Sheet>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <label className={classes.file}>
          <span className={classes.label}>{t('file')}</span>
          <span className={classes.hint}>{t('fileHint')}</span>
          {/* The field lies invisible over it: whoever does not see it hears the browser's words of the same. */}
          <span className={classes.picker}>
            <input
              ref={input}
              type="file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            />
            <span aria-hidden="true" className={classes.choose}>
              {t('choose')}
            </span>
            <span aria-hidden="true" className={file ? classes.chosen : classes.drop}>
              {file?.name ?? t('noFile')}
            </span>
          </span>
        </label>
        <ChoiceField
          label={t('lang')}
          short
          options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
          value={lang}
          onChange={setLang}
        />
        {tooLarge ? <Notice kind="error">{t('tooLarge')}</Notice> : null}
        {check.error ? <Notice kind="error">{ofError(check.error)}</Notice> : null}
        {check.isPending ? (
          <div role="status" className={classes.state}>
            <p>{t('sending', { percent: Math.floor(share * 100) })}</p>
            <progress className={classes.progress} value={share} max={1} aria-label={t('file')} />
          </div>
        ) : null}
        <div className={classes.actions}>
          <AppButton type="submit" loading={check.isPending} disabled={tooLarge}>
            {t('check')}
          </AppButton>
          <AppButton
            tone="quiet"
            onClick={() =>
              saveFile(
                `${t('exampleFile')}.csv`,
                new Blob([BYTE_ORDER_MARK, EXAMPLE.join('\r\n')], { type: 'text/csv' }),
              )
            }
          >
            {t('example')}
          </AppButton>
        </div>
      </form>
    </Sheet>
  )
}

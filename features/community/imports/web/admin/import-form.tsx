import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Sheet } from '#platform/web/ui/page.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { IMPORT_FILE_MAX_BYTES } from '../../contract.admin.ts'
import { useCheckImport } from './data/imports.ts'
import classes from './imports.module.css'

/** The byte order mark, by which spreadsheet programs recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const EXAMPLE = [
  'address;postcode;city;items;firstname;lastname;email;messaging',
  'Musterweg 1;8004;Zürich;Leiter, Beamer;Anna;Muster;anna@example.org;ja',
  'Rue de Berne 21;1201;Genève;perceuse, échelle;;;;',
]

const isTooLarge = (file: File | null) => file !== null && file.size > IMPORT_FILE_MAX_BYTES
const schema = z.object({
  file: z.custom<File>((file) => file instanceof File && !isTooLarge(file), VALIDATION.invalid),
  lang: z.enum(LANGUAGES),
})
type ImportValues = { file: File | null; lang: Language }

/** Form for the file and the language of the imported owners' mails. */
export function ImportForm() {
  const { t } = useTranslation('admin-imports')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const check = useCheckImport()
  const { form, onSubmit } = useSchemaForm<ImportValues>(schema, {
    file: null,
    lang: currentLanguage(),
  })
  const { file, lang } = form.values
  const [share, setShare] = useState(0)
  const tooLarge = isTooLarge(file)
  const send = (values: ImportValues) => {
    if (!values.file || check.isPending) return
    check.mutate(
      { file: values.file, lang: values.lang, onProgress: setShare },
      { onSuccess: ({ id }) => navigate(adminPaths.screen('imports', id)) },
    )
  }
  return (
    <Sheet>
      <form className={classes.form} noValidate onSubmit={onSubmit(send)}>
        <label className={classes.file}>
          <span className={classes.label}>{t('file')}</span>
          <span className={classes.hint}>{t('fileHint')}</span>
          {/* The native field lies invisible on top, so that screen readers announce it in the browser's words. */}
          <span className={classes.picker}>
            <input
              data-path="file"
              type="file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              onChange={(event) =>
                form.setFieldValue('file', event.currentTarget.files?.[0] ?? null)
              }
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
          onChange={(value) => form.setFieldValue('lang', value)}
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

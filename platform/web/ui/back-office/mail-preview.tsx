import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { STORED_LANGUAGES, type StoredLanguage } from '#platform/shared/languages.ts'
import { AppButton } from '../app-button.tsx'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { showToast } from '../feedback/toast.ts'
import { ChoiceField } from '../forms/choice-field.tsx'
import forms from '../forms/form.module.css'
import { useErrorText } from '../words/error-text.ts'
import { languageName } from '../words/language-name.ts'
import classes from './mail-preview.module.css'

interface MailPreviewProps {
  /** Title of the frame. */
  title: string
  languageLabel: string
  language: StoredLanguage
  onLanguage: (language: StoredLanguage) => void
  mail: UseQueryResult<{ subject: string; html: string }>
  subjectLine: (subject: string) => string
  /** Between the subject and the mail. */
  note?: ReactNode
  test: UseMutationResult<unknown, Error, StoredLanguage>
  testLabel: string
  /** Said once the test is on its way. */
  tested: string
}

/**
 * A mail as it will look in each language, and a test of it. Rendered in a sandboxed frame without an origin: no script
 * runs, no link works, and the author's HTML never becomes part of this page.
 */
export function MailPreview(props: MailPreviewProps) {
  const { title, languageLabel, language, onLanguage, subjectLine, note, test, tested } = props
  const { ofError } = useErrorText()
  const { data, error, refetch } = props.mail
  return (
    <>
      <ChoiceField
        label={languageLabel}
        short
        options={STORED_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={onLanguage}
      />
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <p className={forms.hint}>{subjectLine(data.subject)}</p>
          {note}
          <iframe sandbox="" title={title} srcDoc={data.html} className={classes.mail} />
        </>
      ) : null}
      <div className={forms.choices}>
        <AppButton
          tone="secondary"
          loading={test.isPending}
          onClick={() =>
            test.mutate(language, {
              onSuccess: () => showToast({ kind: 'success', message: tested }),
              onError: (failure) => showToast({ kind: 'error', message: ofError(failure) }),
            })
          }
        >
          {props.testLabel}
        </AppButton>
      </div>
    </>
  )
}

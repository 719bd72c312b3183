import { useState } from 'react'
import { GAP, type LegalTexts } from '#features/community/legal/contract.ts'
import {
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '#platform/shared/languages.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import {
  MOVED_TEXT_MAX_LENGTH,
  type MovedMail,
  unfinishedIn,
  writtenMovedMailSchema,
} from '../../contract.admin.ts'
import { useSaveMovedMail } from './data/moved-mail.ts'

type WrittenMovedMail = { texts: LegalTexts; most_bounces: number }

/** Shares of bounces to choose from, in percent. */
const SHARES = [1, 2, 3, 5, 8, 10, 15, 20, 30, 50]

interface MovedMailFormProps {
  mail: MovedMail
  draft: DraftOfForm<WrittenMovedMail>
}

/** The text of the mail in three languages, and when its sending stops. */
export function MovedMailForm({ mail, draft }: MovedMailFormProps) {
  const { t } = useTranslation('admin-moving')
  const { ofError } = useErrorText()
  const [language, setLanguage] = useState<StoredLanguage>(() => storedLanguage(currentLanguage()))
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm<WrittenMovedMail>(
    writtenMovedMailSchema,
    draft.initial,
    draft.change,
  )
  const [read, setRead] = useState(mail.version)
  const save = useSaveMovedMail()
  const isConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile'
  const unfinished = unfinishedIn(form.values.texts)

  const send = (values: WrittenMovedMail) => {
    if (save.isPending) return
    save.mutate(
      { version: read, ...values },
      {
        onSuccess({ version }) {
          setRead(version)
          draft.end()
          showToast({ kind: 'success', message: t('text.saved') })
        },
        onError(error) {
          if (!(error instanceof ApiError)) return
          const current = error.current as MovedMail | null
          if (current) setRead(current.version)
          showFieldErrors(error)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Sheet>
        <div className={forms.form}>
          <p>{t('text.lead', { gap: GAP })}</p>
          <ChoiceField
            label={t('text.language')}
            short
            options={STORED_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
            value={language}
            onChange={setLanguage}
          />
          <TextAreaField
            key={language}
            label={t('text.label')}
            description={t('text.markdown')}
            lang={language}
            rows={18}
            max={MOVED_TEXT_MAX_LENGTH}
            field={field(`texts.${language}`)}
          />
          {unfinished.length > 0 ? (
            <Notice>
              {t('text.gaps', {
                languages: unfinished.map((each) => languageName(each)).join(', '),
              })}
            </Notice>
          ) : null}
          <SelectField
            label={t('text.mostBounces')}
            description={t('text.mostBouncesHint')}
            value={String(form.values.most_bounces)}
            data={SHARES.map((share) => ({ value: String(share), label: `${share} %` }))}
            onChange={(event) =>
              form.setFieldValue('most_bounces', Number(event.currentTarget.value))
            }
          />
          {save.isError ? (
            <Notice kind="error">{isConflict ? t('text.conflict') : ofError(save.error)}</Notice>
          ) : null}
          <div className={forms.actions}>
            <AppButton type="submit" loading={save.isPending}>
              {t('text.save')}
            </AppButton>
          </div>
        </div>
      </Sheet>
    </form>
  )
}

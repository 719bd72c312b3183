import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { typedCodeSchema } from '../contract.ts'
import { OWN_ESCAPE } from './own-escape.ts'

const schema = z.object({ code: typedCodeSchema })

interface CodeFormProps {
  /** Rejects if the code is wrong. */
  send: (code: string) => Promise<unknown>
  submitLabel: string
  /** Whether recovery codes are accepted as well. */
  takesOneTime?: boolean
  /** Replaces the default error text. */
  wordsOf?: (error: unknown) => string | null
}

export function CodeForm({ send, submitLabel, takesOneTime = false, wordsOf }: CodeFormProps) {
  const { t } = useTranslation('second-factors')
  const { ofError } = useErrorText()
  const [oneTime, setOneTime] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm(schema, { code: '' })

  const submit = async ({ code }: { code: string }) => {
    setSending(true)
    setFailure(null)
    try {
      await send(code)
    } catch (error) {
      const isShown = error instanceof ApiError && showFieldErrors(error)
      if (!isShown) setFailure(error)
    } finally {
      setSending(false)
    }
  }
  const typed = field('code')
  const wrong = form.values.code.trim() === '' ? t('noCode') : t('wrongCode')
  const swap = () => {
    setOneTime(!oneTime)
    form.reset()
    setFailure(null)
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(submit)}>
      {failure ? <Notice kind="error">{wordsOf?.(failure) ?? ofError(failure)}</Notice> : null}
      <TextField
        key={String(oneTime)}
        label={t(oneTime ? 'oneTime' : 'code')}
        description={t(oneTime ? 'oneTimeHint' : 'codeHint')}
        autoComplete="one-time-code"
        inputMode={oneTime ? 'text' : 'numeric'}
        autoCapitalize={oneTime ? 'characters' : 'none'}
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
        autoFocus={oneTime}
        {...OWN_ESCAPE}
        {...typed}
        error={typed.error ? wrong : undefined}
      />
      <div className={forms.actions}>
        <AppButton type="submit" loading={sending} {...OWN_ESCAPE}>
          {submitLabel}
        </AppButton>
      </div>
      {takesOneTime ? (
        <AppButton tone="quiet" onClick={swap} {...OWN_ESCAPE}>
          {t(oneTime ? 'useApp' : 'useOneTime')}
        </AppButton>
      ) : null}
    </form>
  )
}

import { useState } from 'react'
import { z } from 'zod'
import { useSendOwnLoginLink } from '#features/people/accounts/web/data/door.ts'
import { canUsePasskeys, proveByPasskey } from '#features/people/sign-in/passkeys/web/data/door.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { PasswordField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Proof } from '../contract.ts'
import { AskingDialog, PasskeyButton } from './asking-dialog.tsx'
import { CodeForm } from './code-form.tsx'
import { OWN_ESCAPE } from './own-escape.ts'

interface ProofDialogProps {
  /** Proofs that the server accepts. */
  proofs: readonly Proof[]
  /** Called with whether the proof succeeded. */
  onDone: (proved: boolean) => void
}

/** Asks for a proof of identity before a grave action. */
export function ProofDialog({ proofs, onDone }: ProofDialogProps) {
  const { t } = useTranslation('second-factors')
  const byPasskey = proofs.includes('passkey') && canUsePasskeys()
  const typed = proofs.includes('code') ? 'code' : proofs.includes('password') ? 'password' : null
  const proved = async (work: Promise<unknown>) => {
    await work
    onDone(true)
  }
  return (
    <AskingDialog title={t('proofTitle')} lead={t('proofLead')} onClose={() => onDone(false)}>
      {byPasskey ? <PasskeyButton use={() => proved(proveByPasskey())} /> : null}
      {typed === 'code' ? (
        <CodeForm
          takesOneTime
          submitLabel={t('proofSubmit')}
          send={(code) => proved(call('POST /secondFactors/prove', { body: { code } }))}
        />
      ) : null}
      {typed === 'password' ? (
        <PasswordForm
          send={(current_password) =>
            proved(call('POST /secondFactors/prove', { body: { current_password } }))
          }
        />
      ) : null}
      {!byPasskey && typed === null ? (
        proofs.includes('passkey') ? (
          <Notice>{t('noPasskeyHere')}</Notice>
        ) : (
          <LinkInstead />
        )
      ) : null}
    </AskingDialog>
  )
}

const passwordSchema = z.object({
  current_password: z.string().min(1, VALIDATION.currentPassword),
})

function PasswordForm({ send }: { send: (password: string) => Promise<unknown> }) {
  const { t } = useTranslation('second-factors')
  const { ofError } = useErrorText()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { field, onSubmit, showFieldErrors } = useSchemaForm(passwordSchema, {
    current_password: '',
  })
  const submit = async ({ current_password }: { current_password: string }) => {
    setSending(true)
    setFailure(null)
    try {
      await send(current_password)
    } catch (error) {
      const isShown = error instanceof ApiError && showFieldErrors(error)
      if (!isShown) setFailure(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(submit)}>
      {failure ? <Notice kind="error">{ofError(failure)}</Notice> : null}
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        {...OWN_ESCAPE}
        {...field('current_password')}
      />
      <div className={forms.actions}>
        <AppButton type="submit" loading={sending} {...OWN_ESCAPE}>
          {t('proofSubmit')}
        </AppButton>
      </div>
    </form>
  )
}

/** For users whose only way in is their mailbox. */
function LinkInstead() {
  const { t } = useTranslation('second-factors')
  const { ofError } = useErrorText()
  const link = useSendOwnLoginLink()
  if (link.isSuccess) return <Notice kind="success">{t('linkSent')}</Notice>
  return (
    <>
      <Notice>{t('noProof')}</Notice>
      {link.isError ? <Notice kind="error">{ofError(link.error)}</Notice> : null}
      <AppButton loading={link.isPending} onClick={() => link.mutate()} {...OWN_ESCAPE}>
        {t('sendLink')}
      </AppButton>
    </>
  )
}

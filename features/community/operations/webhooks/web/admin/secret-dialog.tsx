import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'

/** The secret with which requests are signed, to copy. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('admin-webhooks')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t('secretTitle')} size="md">
      <div className={forms.form}>
        <p>{t('secretLead')}</p>
        <TextField
          label={t('secretLabel')}
          readOnly
          value={secret}
          translate="no"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status" className="visually-hidden">
          {copied ? t('copied') : null}
        </p>
        <div className={forms.actions}>
          <AppButton onClick={copy}>{t(copied ? 'copied' : 'copy')}</AppButton>
          <AppButton tone="secondary" onClick={onClose}>
            {t('close')}
          </AppButton>
        </div>
      </div>
    </Dialog>
  )
}

import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { PREVIOUS_SECRET_DAYS, type WebhookSecret } from '../../contract.admin.ts'
import { useRotateSecret } from './data/webhooks.ts'
import classes from './webhooks.module.css'

interface SecretDialogProps {
  webhookId: string
  read: WebhookSecret
  onClose: () => void
}

/** The secret with which requests are signed, to copy and to replace. */
export function SecretDialog({ webhookId, read, onClose }: SecretDialogProps) {
  const { t } = useTranslation('admin-webhooks')
  const { ofError } = useErrorText()
  const rotate = useRotateSecret()
  const [atOnce, setAtOnce] = useState(false)
  const { copy, copied } = useClipboard()
  const { secret, previous_until } = rotate.data ?? read
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
        <div role="status">
          {rotate.data ? <p>{t('rotated')}</p> : null}
          {previous_until ? (
            <p>
              {t('previousUntil', {
                date: dateFormat({ dateStyle: 'medium' }).format(new Date(previous_until)),
              })}
            </p>
          ) : null}
          {copied ? <p className="visually-hidden">{t('copied')}</p> : null}
        </div>
        <div className={forms.actions}>
          <AppButton onClick={() => copy(secret)}>{t(copied ? 'copied' : 'copy')}</AppButton>
          <AppButton tone="secondary" onClick={onClose}>
            {t('close')}
          </AppButton>
        </div>
        <section className={classes.rotation}>
          <h3>{t('rotateTitle')}</h3>
          <p>{t('rotateLead', { days: PREVIOUS_SECRET_DAYS })}</p>
          <CheckField label={t('atOnce')} checked={atOnce} onChange={setAtOnce} />
          {rotate.error ? <Notice kind="error">{ofError(rotate.error)}</Notice> : null}
          <AppButton
            tone="secondary"
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ id: webhookId, at_once: atOnce })}
          >
            {t('rotate')}
          </AppButton>
        </section>
      </div>
    </Dialog>
  )
}

import { type ReactNode, useState } from 'react'
import { CeremonyError } from '#features/people/sign-in/passkeys/web/data/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { OWN_ESCAPE } from './own-escape.ts'
import classes from './second-factors.module.css'

interface AskingDialogProps {
  title: string
  lead: string
  onClose: () => void
  children: ReactNode
}

/** A dialog that interrupts another task, which continues afterwards. */
export function AskingDialog({ title, lead, onClose, children }: AskingDialogProps) {
  const { t } = useTranslation('layout')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="md"
      // Above the dialog that opened it.
      zIndex={1160}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('close'), ...OWN_ESCAPE }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={classes.asking}>
        <p>{lead}</p>
        {children}
      </div>
    </Dialog>
  )
}

/** Uses a passkey through the browser. */
export function PasskeyButton({ use }: { use: () => Promise<void> }) {
  const { t } = useTranslation('second-factors')
  const { ofError } = useErrorText()
  const [waiting, setWaiting] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const press = async () => {
    setWaiting(true)
    setFailure(null)
    await use().catch(setFailure)
    setWaiting(false)
  }
  const words = () => {
    if (!(failure instanceof CeremonyError))
      return failure instanceof ApiError ? ofError(failure) : t('passkeyFailed')
    return t(failure.failure === 'cancelled' ? 'cancelled' : 'passkeyFailed')
  }
  return (
    <>
      {failure ? <Notice kind="error">{words()}</Notice> : null}
      <AppButton
        tone="secondary"
        fullWidth
        leftSection={<Icon name="key" />}
        loading={waiting}
        onClick={press}
        {...OWN_ESCAPE}
      >
        {t('usePasskey')}
      </AppButton>
    </>
  )
}

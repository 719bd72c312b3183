import { useState } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Passkey } from '../contract.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { canUsePasskeys } from './data/passkey-ceremony.ts'
import { useRemovePasskey } from './data/passkeys.ts'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey } | null

interface PasskeyListProps {
  passkeys: Passkey[]
  proposedName: string
}

/** The user's passkeys: adding, renaming, removing. */
export function PasskeyList({ passkeys, proposedName }: PasskeyListProps) {
  const { t } = useTranslation('security')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      {passkeys.length > 0 ? (
        <ul className={rows.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onOpen={(dialog) => setOpen({ dialog, passkey })}
            />
          ))}
        </ul>
      ) : null}
      <div className={rows.below}>
        {canUsePasskeys() ? (
          <AppButton
            tone="secondary"
            leftSection={<Icon name="plus" />}
            onClick={() => setOpen({ dialog: 'add' })}
          >
            {t('passkeys.add')}
          </AppButton>
        ) : (
          <p className={rows.detail}>{t('passkeys.notHere')}</p>
        )}
      </div>
      {open?.dialog === 'add' ? (
        <AddPasskeyDialog proposedName={proposedName} onClose={close} />
      ) : null}
      {open?.dialog === 'rename' ? (
        <RenamePasskeyDialog passkey={open.passkey} onClose={close} />
      ) : null}
      <RemovePasskeyDialog
        passkey={open?.dialog === 'remove' ? open.passkey : null}
        onClose={close}
      />
    </>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onOpen: (dialog: 'rename' | 'remove') => void
}

function PasskeyRow({ passkey, onOpen }: PasskeyRowProps) {
  const { t } = useTranslation('security')
  const language = currentLanguage()
  const { name, created_at, last_used_at } = passkey
  const date = dateFormat({
    dateStyle: 'medium',
  }).format(new Date(created_at))
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <h3 className={rows.name}>{name}</h3>
        <p className={rows.detail}>
          {t('passkeys.since', { date })} ·{' '}
          {last_used_at
            ? t('passkeys.lastUsed', { when: daysAgo(last_used_at, language) })
            : t('passkeys.neverUsed')}
        </p>
      </div>
      <div className={rows.actions}>
        <AppButton
          tone="quiet"
          aria-label={t('passkeys.renameOf', { name })}
          onClick={() => onOpen('rename')}
        >
          {t('passkeys.rename')}
        </AppButton>
        <AppButton
          tone="quiet"
          aria-label={t('passkeys.removeOf', { name })}
          onClick={() => onOpen('remove')}
        >
          {t('passkeys.remove')}
        </AppButton>
      </div>
    </li>
  )
}

function RemovePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: Passkey | null
  onClose: () => void
}) {
  const { t } = useTranslation('security')
  const { ofError } = useErrorText()
  const remove = useRemovePasskey()
  const confirm = () => {
    if (!passkey) return
    remove.mutate(passkey.id, {
      onSuccess: () => showToast({ message: t('passkeys.removed') }),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      opened={passkey !== null}
      title={t('passkeys.removeTitle')}
      confirmLabel={t('passkeys.remove')}
      destructive
      loading={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('passkeys.removeBody', { name: passkey?.name ?? '' })}
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

export function JoinButton({ sending, onJoin }: { sending: boolean; onJoin: () => void }) {
  const { t } = useTranslation('household')
  return (
    <>
      <Notice>{t('join.mails')}</Notice>
      <AppButton loading={sending} onClick={onJoin}>
        {t('join.button')}
      </AppButton>
    </>
  )
}

interface GiveUpButtonProps {
  user: User
  sending: boolean
  onJoin: () => void
}

export function GiveUpButton({ user, sending, onJoin }: GiveUpButtonProps) {
  const { t } = useTranslation('household')
  const [asking, setAsking] = useState(false)
  const address = `${user.address}, ${user.city}`
  return (
    <>
      <Notice>{t('join.hasLetterbox', { address })}</Notice>
      <AppButton loading={sending} onClick={() => setAsking(true)}>
        {t('join.giveUp')}
      </AppButton>
      <ConfirmDialog
        opened={asking}
        title={t('join.giveUpTitle')}
        confirmLabel={t('join.giveUpConfirm')}
        destructive
        loading={sending}
        onConfirm={() => {
          setAsking(false)
          onJoin()
        }}
        onClose={() => setAsking(false)}
      >
        {t('join.giveUpBody', { address })}
      </ConfirmDialog>
    </>
  )
}

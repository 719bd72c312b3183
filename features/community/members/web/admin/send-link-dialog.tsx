import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { type AdminUser, SENT_LINKS, type SentLink } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useChangeUser } from './data/users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

interface SendLinkDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** Sends a login or password link to a member. The staff never sees the link. */
export function SendLinkDialog({ user, opened, onClose }: SendLinkDialogProps) {
  const { t } = useTranslation('admin-users')
  const change = useChangeUser(user)
  const [link, setLink] = useState<SentLink>('login')
  const close = () => {
    change.reset()
    onClose()
  }
  const send = () =>
    change.mutate(
      { act: 'sendLink', link },
      {
        onSuccess: () => {
          showToast({ message: t('help.done') })
          close()
        },
      },
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('help.title', { name: nameOf(user) || t('unnamed') })}
      confirmLabel={t('help.submit')}
      loading={change.isPending}
      onConfirm={send}
      onClose={close}
    >
      <div className={classes.dialog}>
        <ActFailure error={change.error} />
        <p className={classes.plain}>{t('help.body', { email: user.email ?? '' })}</p>
        <ChoiceField
          label={t('help.which')}
          value={link}
          options={SENT_LINKS.map((value) => ({ value, label: t(`help.links.${value}`) }))}
          onChange={setLink}
        />
        <p className={classes.plain}>{t(`help.about.${link}`)}</p>
      </div>
    </ConfirmDialog>
  )
}

import { unblock, useBlock } from '#features/lending/blocks/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { showUndoToast } from '#platform/web/ui/feedback/undo-toast.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './safety.module.css'

interface BlockDialogProps {
  transaction: Transaction
  /** The user id of the other side, who is blocked. */
  otherId: string
  /** The name or address under which the user knows them; null if the user knows neither. */
  name: string | null
  opened: boolean
  onClose: () => void
}

/** Asks for confirmation before a person is blocked, and explains the effect. */
export function BlockDialog({ transaction, otherId, name, opened, onClose }: BlockDialogProps) {
  const { t } = useTranslation('inbox')
  const { ofError } = useErrorText()
  const block = useBlock()
  const onError = (error: unknown) => showToast({ kind: 'error', message: ofError(error) })
  const undo = () =>
    // The reader may have left the conversation before the response came.
    unblock(otherId).then(() => showToast({ message: t('block.undone') }), onError)
  const confirm = () =>
    block.mutate(otherId, {
      onSuccess: () =>
        showUndoToast({
          id: `block.${otherId}`,
          message: name === null ? t('block.doneUnnamed') : t('block.done', { name }),
          label: t('block.undo'),
          undo,
          link: { to: paths.blocked(), label: t('block.all') },
        }),
      onError,
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={name === null ? t('block.titleUnnamed') : t('block.title', { name })}
      confirmLabel={t('block.confirm')}
      destructive
      loading={block.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ul className={classes.points}>
        <li>{t('block.hidden')}</li>
        <li>{t('block.closes')}</li>
        {transaction.status === 'handed_over' ? <li>{t('block.out')}</li> : null}
        <li>{t('block.silent')}</li>
      </ul>
      <p>{t('block.revocable')}</p>
    </ConfirmDialog>
  )
}

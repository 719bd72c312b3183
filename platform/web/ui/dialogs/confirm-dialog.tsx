import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../app-button.tsx'
import { Mantine } from '../mantine.tsx'
import classes from './confirm-dialog.module.css'
import { DIALOG_LOOK, useInFront } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  children: ReactNode
  /** What the button does: never just "OK". */
  confirmLabel: string
  /** Label of the button that closes the dialog, if "Cancel" could be mistaken for the action. */
  dismissLabel?: string
  destructive?: boolean
  loading?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('layout')
  useInFront(props.opened)
  return (
    <Mantine>
      <Modal
        opened={props.opened}
        onClose={props.onClose}
        title={props.title}
        centered
        closeButtonProps={{ 'aria-label': t('close') }}
        {...DIALOG_LOOK}
      >
        <div>{props.children}</div>
        <div className={classes.actions}>
          <AppButton tone="secondary" onClick={props.onClose}>
            {props.dismissLabel ?? t('cancel')}
          </AppButton>
          <AppButton
            tone={props.destructive ? 'danger' : 'primary'}
            loading={props.loading ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </AppButton>
        </div>
      </Modal>
    </Mantine>
  )
}

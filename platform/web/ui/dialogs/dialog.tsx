import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { takeFront } from '../in-front.ts'
import { Mantine } from '../mantine.tsx'
import classes from './dialog.module.css'

/** Properties that all dialogs share. */
export const DIALOG_LOOK = {
  // The title bar of a dialog must not count as a second banner of the page.
  attributes: { header: { role: 'presentation' } },
  classNames: {
    content: classes.content ?? '',
    header: classes.header ?? '',
    title: classes.title ?? '',
    close: classes.close ?? '',
    body: classes.body ?? '',
    inner: classes.inner ?? '',
  },
}

/** While a dialog is open, nothing else may appear over it by itself. */
export function useInFront(opened: boolean): void {
  useEffect(() => (opened ? takeFront() : undefined), [opened])
}

/**
 * Mantine returns the focus to the element that had it when `opened` changed. But a dialog whose code loads on first
 * use is open from the start, and one that is unmounted never closes.
 */
function useFirstOpener(opened: boolean): () => void {
  const [opener] = useState(() => (opened ? document.activeElement : null))
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return () => {
    const { activeElement } = document
    const nowhere = activeElement === document.body || activeElement?.closest('[role="dialog"]')
    if (nowhere && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
}

/** A dialog; below 768 px a sheet that rises from the bottom edge. Focus is kept inside. */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation('layout')
  const phone = useMediaQuery('(max-width: 767.98px)')
  useInFront(props.opened)
  const giveFocusBack = useFirstOpener(props.opened)
  return (
    <Mantine>
      <Modal
        centered={!phone}
        // Above the navigation, below toasts.
        zIndex={1150}
        size="lg"
        closeButtonProps={{ 'aria-label': t('close') }}
        transitionProps={{ transition: phone ? 'slide-up' : 'pop', duration: 160 }}
        {...DIALOG_LOOK}
        {...props}
        onExitTransitionEnd={() => {
          giveFocusBack()
          props.onExitTransitionEnd?.()
        }}
      />
    </Mantine>
  )
}

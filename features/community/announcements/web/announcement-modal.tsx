import { useState } from 'react'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { textFor } from '../best-text.ts'
import { type Announcement, readActions } from '../contract.ts'
import { AnnouncementBody } from './announcement-body.tsx'
import classes from './announcement-modal.module.css'
import type { AnnouncementAnswer } from './data/unsent-answers.ts'

interface AnnouncementModalProps {
  announcement: Announcement
  opened: boolean
  /** Runs the effect of a yes. The buttons wait for it. */
  onYes: () => Promise<void>
  onClose: (answer: AnnouncementAnswer) => void
}

/** The answer of a button that has no other effect. */
function answerOf(emit: string): AnnouncementAnswer {
  if (emit === 'agree') return true
  return emit === 'no' ? false : null
}

/** Shows an announcement and takes the answer. */
export function AnnouncementModal(props: AnnouncementModalProps) {
  const { announcement, opened, onYes, onClose } = props
  const { ofError } = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const actions = readActions(announcement.actions)
  // An announcement without buttons can be closed at once, and so can one whose call has failed.
  const closeable = announcement.closeable || actions.length === 0 || failure !== null
  const language = currentLanguage()
  const text = textFor(announcement, language)

  const press = async (emit: string) => {
    if (emit !== 'yes') return onClose(answerOf(emit))
    setBusy(true)
    setFailure(null)
    try {
      await onYes()
      onClose(true)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (closeable && !busy) onClose(null)
      }}
      // Focus goes to the title: the first button alone would not tell a screen reader what it is about.
      title={
        <span lang={text.lang} tabIndex={-1} data-autofocus className={classes.heading}>
          {text.title}
        </span>
      }
      withCloseButton={closeable}
    >
      <AnnouncementBody
        content={text.content}
        contentLang={text.lang}
        actions={announcement.actions}
        language={language}
        busy={busy}
        failure={
          failure !== null ? (
            <div className={classes.failure}>
              <Notice kind="error">{ofError(failure)}</Notice>
            </div>
          ) : null
        }
        onPress={press}
        onClose={() => onClose(null)}
      />
    </Dialog>
  )
}

import {
  type Announcement,
  type AnnouncementAction,
  readActions,
} from '@letterlend/contract/announcements.ts'
import { useState } from 'react'
import type { AnnouncementAnswer } from '../../data/unsent-answers.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton, type ButtonTone } from '../../ui/app-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { actionColors } from './action-colors.ts'
import classes from './announcement-modal.module.css'
import { AnnouncementText } from './announcement-text.tsx'

interface AnnouncementModalProps {
  announcement: Announcement
  opened: boolean
  /** What yes stands for; the buttons wait for it. */
  onYes: () => Promise<void>
  onClose: (answer: AnnouncementAnswer) => void
}

/** Text in the language of the app, or the English one, marked as such. */
function inLanguage(english: string, texts: { de: string | null; fr: string | null }) {
  const language = currentLanguage()
  const own = language === 'en' ? english : texts[language]
  return own ? { text: own, lang: undefined } : { text: english, lang: 'en' }
}

/** Shows an announcement and takes the answer. */
export function AnnouncementModal(props: AnnouncementModalProps) {
  const { announcement, opened, onYes, onClose } = props
  const { t } = useTranslation('announcements')
  const { ofError } = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const actions = readActions(announcement.actions)
  // Nobody is held up by one without buttons, or by a server that does not answer.
  const closeable = announcement.closeable || actions.length === 0 || failure !== null
  const title = inLanguage(announcement.title, {
    de: announcement.title_de,
    fr: announcement.title_fr,
  })
  const content = inLanguage(announcement.content, {
    de: announcement.content_de,
    fr: announcement.content_fr,
  })

  const press = async (emit: string) => {
    if (emit !== 'yes') return onClose(emit === 'no' ? false : null)
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
      title={<span lang={title.lang}>{title.text}</span>}
      withCloseButton={closeable}
    >
      <div lang={content.lang}>
        <AnnouncementText content={content.text} onFollow={() => onClose(null)} />
      </div>
      {failure !== null ? (
        <div className={classes.failure}>
          <Notice kind="error">{ofError(failure)}</Notice>
        </div>
      ) : null}
      <div className={classes.actions}>
        {actions.map((action, index) => (
          <ActionButton
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
            key={index}
            action={action}
            busy={busy}
            onPress={press}
          />
        ))}
        {actions.length === 0 ? (
          <AppButton onClick={() => onClose(null)}>{t('gotIt')}</AppButton>
        ) : null}
      </div>
    </Dialog>
  )
}

const TONES: readonly string[] = ['primary', 'secondary', 'quiet', 'danger']

/** The tone that `class` names; otherwise yes is the main button. */
function toneOf({ class: name, emit }: AnnouncementAction): ButtonTone {
  if (name && TONES.includes(name)) return name as ButtonTone
  return emit === 'yes' ? 'primary' : 'secondary'
}

interface ActionButtonProps {
  action: AnnouncementAction
  busy: boolean
  onPress: (emit: string) => void
}

function ActionButton({ action, busy, onPress }: ActionButtonProps) {
  const name = inLanguage(action.name, { de: action.name_de ?? null, fr: action.name_fr ?? null })
  return (
    <AppButton
      tone={toneOf(action)}
      style={actionColors(action)}
      lang={name.lang}
      loading={busy && action.emit === 'yes'}
      disabled={busy}
      onClick={() => onPress(action.emit)}
    >
      {name.text}
    </AppButton>
  )
}

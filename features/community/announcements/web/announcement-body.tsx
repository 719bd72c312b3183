import type { ReactNode } from 'react'
import type { Language } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton, type ButtonTone } from '#platform/web/ui/app-button.tsx'
import { MarkdownText } from '#platform/web/ui/markdown-text.tsx'
import { nameFor } from '../best-text.ts'
import { type AnnouncementAction, readActions } from '../contract.ts'
import { actionColors } from './action-colors.ts'
import classes from './announcement-modal.module.css'

interface AnnouncementBodyProps {
  /** Markdown, and its language. */
  content: string
  contentLang: Language
  /** JSON text: a list of buttons. */
  actions: string
  /** Language of the reader. */
  language: Language
  /** The action of a button is running. */
  busy: boolean
  /** Shown between the text and the buttons. */
  failure?: ReactNode
  onPress: (emit: string) => void
  onClose: () => void
}

/** The text of an announcement and its buttons. */
export function AnnouncementBody(props: AnnouncementBodyProps) {
  const { content, contentLang, language, busy, failure, onPress, onClose } = props
  const { t } = useTranslation('announcements')
  const actions = readActions(props.actions)
  return (
    <>
      <div lang={contentLang}>
        <MarkdownText content={content} onFollow={onClose} />
      </div>
      {failure}
      <div className={classes.actions}>
        {actions.map((action, index) => (
          <ActionButton
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no names of their own to tell them apart
            key={index}
            action={action}
            language={language}
            busy={busy}
            onPress={onPress}
          />
        ))}
        {actions.length === 0 ? <AppButton onClick={onClose}>{t('gotIt')}</AppButton> : null}
      </div>
    </>
  )
}

const TONES: readonly string[] = ['primary', 'secondary', 'quiet', 'danger']

/** The tone that `class` names. Without one, a button that says yes is the primary button. */
function toneOf({ class: name, emit }: AnnouncementAction): ButtonTone {
  if (name && TONES.includes(name)) return name as ButtonTone
  return emit === 'yes' || emit === 'agree' ? 'primary' : 'secondary'
}

interface ActionButtonProps {
  action: AnnouncementAction
  language: Language
  busy: boolean
  onPress: (emit: string) => void
}

function ActionButton({ action, language, busy, onPress }: ActionButtonProps) {
  const { name, lang } = nameFor(action, language)
  return (
    <AppButton
      tone={toneOf(action)}
      style={actionColors(action)}
      lang={lang}
      loading={busy && action.emit === 'yes'}
      disabled={busy}
      onClick={() => onPress(action.emit)}
    >
      {name}
    </AppButton>
  )
}

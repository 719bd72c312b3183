import type { ReactNode } from 'react'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton, type ButtonTone } from '#platform/web/ui/app-button.tsx'
import { MarkdownText } from '#platform/web/ui/markdown-text.tsx'
import { type Announcement, type AnnouncementAction, readActions } from '../contract.ts'
import { actionColors } from './action-colors.ts'
import classes from './announcement-modal.module.css'

/** Text in a language, or the English one, marked as such. */
export function inLanguage(
  language: Language,
  english: string,
  texts: { de: string | null; fr: string | null },
) {
  const stored = storedLanguage(language)
  const ownText = stored === 'en' ? english : texts[stored]
  return ownText ? { text: ownText, lang: undefined } : { text: english, lang: 'en' }
}

/** What a button is called in a language, or else in English, or in whatever language it has a name. */
function nameOf(language: Language, { name, name_de, name_fr }: AnnouncementAction) {
  const named = inLanguage(language, name, { de: name_de ?? null, fr: name_fr ?? null })
  if (named.text) return named
  return name_de ? { text: name_de, lang: 'de' } : { text: name_fr ?? '', lang: 'fr' }
}

interface AnnouncementBodyProps {
  announcement: Pick<Announcement, 'content' | 'content_de' | 'content_fr' | 'actions'>
  language: Language
  /** One of its buttons is at work. */
  busy: boolean
  /** Between the text and the buttons. */
  failure?: ReactNode
  onPress: (emit: string) => void
  onClose: () => void
}

/** What an announcement says, and its buttons. */
export function AnnouncementBody(props: AnnouncementBodyProps) {
  const { announcement, language, busy, failure, onPress, onClose } = props
  const { t } = useTranslation('announcements')
  const actions = readActions(announcement.actions)
  const content = inLanguage(language, announcement.content, {
    de: announcement.content_de,
    fr: announcement.content_fr,
  })
  return (
    <>
      <div lang={content.lang}>
        <MarkdownText content={content.text} onFollow={onClose} />
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

/** The tone that `class` names; without one, a button that says yes is the main button. */
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
  const name = nameOf(language, action)
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

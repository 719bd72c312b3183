import type { Language } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Suggestions } from '#platform/web/ui/back-office/suggestions.tsx'
import { useTextsInto } from '#platform/web/ui/back-office/use-texts-into.ts'

/** Common reasons for suspending an account. */
const REASONS = ['advertising', 'insults', 'fraud', 'notReturned'] as const

interface SuspensionSuggestionsProps {
  title: string
  /** The language of the person who is suspended. */
  language: Language
  onChoose: (text: string) => void
}

/**
 * Reasons to begin with: their names are in the reader's language, their texts in that of the person who is
 * suspended.
 */
export function SuspensionSuggestions({ title, language, onChoose }: SuspensionSuggestionsProps) {
  const { t } = useTranslation('admin-suspensions')
  const texts = useTextsInto(
    REASONS.map((reason) => ({ language, key: `admin-suspensions:texts.${reason}` as const })),
  )
  const suggestions = texts.map((text, index) => ({
    label: t(`names.${REASONS[index] ?? 'advertising'}`),
    text,
  }))
  return <Suggestions title={title} suggestions={suggestions} onChoose={onChoose} />
}

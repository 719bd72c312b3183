import type { Language } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Suggestions } from '#platform/web/ui/back-office/suggestions.tsx'
import { useTextsInto } from '#platform/web/ui/back-office/use-texts-into.ts'

/** Common reasons for suspending an account. */
const REASONS = ['advertising', 'insults', 'fraud', 'notReturned'] as const

interface SuspensionSuggestionsProps {
  title: string
  /** Language of the suspended member. */
  language: Language
  onChoose: (text: string) => void
}

/** Suggested reasons: labels in the reader's language, texts in the suspended member's. */
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

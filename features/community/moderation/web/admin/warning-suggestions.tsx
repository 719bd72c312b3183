import type { Language } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Suggestions } from '#platform/web/ui/back-office/suggestions.tsx'
import { useTextsInto } from '#platform/web/ui/back-office/use-texts-into.ts'

/** What can be wrong with a message, each with a suggested text. */
const WRONGS = ['money', 'rude', 'unwanted'] as const

interface WarningSuggestionsProps {
  title: string
  /** Language of the author of the message. */
  language: Language
  onChoose: (text: string) => void
}

/** Suggested warnings: labels in the reader's language, texts in the author's. */
export function WarningSuggestions({ title, language, onChoose }: WarningSuggestionsProps) {
  const { t } = useTranslation('admin-cases')
  const texts = useTextsInto(
    WRONGS.map((wrong) => ({
      language,
      key: `admin-cases:messages.settle.warnings.${wrong}` as const,
    })),
  )
  const suggestions = texts.map((text, index) => ({
    label: t(`messages.reasons.${WRONGS[index] ?? 'money'}`),
    text,
  }))
  return <Suggestions title={title} suggestions={suggestions} onChoose={onChoose} />
}

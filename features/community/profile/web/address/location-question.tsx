import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { formatDistance } from '#platform/web/ui/words/distance.ts'

/** Why the position needs a confirmation. */
export type Question =
  | { about: 'town' | 'old' | 'water' | 'elsewhere' }
  | { about: 'farFromHouse' | 'farFromTown'; metres: number }

/** True if a yes confirms a position far from the address. */
export const isAboutDistance = (question: Question | null): boolean =>
  question !== null && ['farFromHouse', 'farFromTown', 'elsewhere'].includes(question.about)

interface LocationQuestionProps {
  opened: boolean
  /** The last question. Its text stays while the dialog closes. */
  question: Question | null
  city: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks to confirm a position that is probably wrong. */
export function LocationQuestion(props: LocationQuestionProps) {
  const { opened, question, city, onConfirm, onClose } = props
  const { t } = useTranslation('profile')
  const about = question?.about ?? 'town'
  const distance =
    question && 'metres' in question ? formatDistance(question.metres, currentLanguage()) : ''
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`location.question.${about}.title`)}
      confirmLabel={t(`location.question.${about}.confirm`)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t(`location.question.${about}.body`, { city, distance })}
    </ConfirmDialog>
  )
}

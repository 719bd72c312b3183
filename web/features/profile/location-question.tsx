import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Why a spot is not simply taken for right. */
export type Question = { about: 'town' | 'old' } | { about: 'far'; metres: number }

interface LocationQuestionProps {
  opened: boolean
  /** The last one; its words stay while the dialog goes. */
  question: Question | null
  city: string
  onConfirm: () => void
  onClose: () => void
}

/** A spot that is probably wrong is verified in words only. */
export function LocationQuestion(props: LocationQuestionProps) {
  const { opened, question, city, onConfirm, onClose } = props
  const { t } = useTranslation('profile')
  const about = question?.about ?? 'town'
  const distance = question?.about === 'far' ? inKilometres(question.metres) : ''
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

function inKilometres(metres: number): string {
  const format = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(currentLanguage(), format).format(metres / 1000)
}

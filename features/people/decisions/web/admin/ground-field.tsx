import { useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { DECISION_GROUNDS, type DecisionGround } from '../../decision-kinds.ts'

interface GroundFieldProps {
  value: DecisionGround
  onChange: (ground: DecisionGround) => void
}

/** Ground of a decision, which the mail to the person states. */
export function GroundField({ value, onChange }: GroundFieldProps) {
  const { t } = useTranslation('admin-objections')
  return (
    <ChoiceField
      label={t('ground.label')}
      options={DECISION_GROUNDS.map((ground) => ({ value: ground, label: t(`ground.${ground}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}

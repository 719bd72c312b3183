import { useTranslation } from '#platform/web/start/texts.ts'
import { StepList } from '#platform/web/ui/step-list.tsx'
import type { Step } from './registration-state.ts'

const STEPS = ['account', 'letterbox', 'location', 'items'] as const
/** Within an order the name and the address are known already: the first two steps are one. */
const STEPS_OF_ORDER = ['letterbox', 'location', 'items'] as const

/** Where one is on the way to the own letterbox. */
export function RegistrationProgress({ step, inOrder }: { step: Step; inOrder: boolean }) {
  const { t } = useTranslation('accounts')
  return (
    <StepList
      look="spread"
      label={t('register.progress')}
      steps={(inOrder ? STEPS_OF_ORDER : STEPS).map((name) => t(`register.steps.${name}`))}
      present={inOrder ? Math.max(0, step - 2) : step - 1}
    />
  )
}

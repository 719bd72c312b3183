import { useTranslation } from '#platform/web/start/texts.ts'
import { StepList } from '#platform/web/ui/step-list.tsx'
import type { Step } from './registration-state.ts'

const STEPS = ['account', 'letterbox', 'location', 'items'] as const
/** In an order, name and address are known already, so the first two steps are one. */
const STEPS_OF_ORDER = ['letterbox', 'location', 'items'] as const

/** Progress of the registration. */
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

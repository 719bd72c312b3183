import { useTranslation } from '#platform/web/start/texts.ts'
import { StepList } from '#platform/web/ui/step-list.tsx'
import { type OrderFormStep, stepsFor } from './form/order-form-steps.ts'

/** Progress through the steps of an order. */
export function OrderProgress({ step, loggedIn }: { step: OrderFormStep; loggedIn: boolean }) {
  const { t } = useTranslation('orders')
  const steps = stepsFor(loggedIn)
  return (
    <StepList
      look="compact"
      label={t('progress.label')}
      steps={steps.map((name) => t(`progress.${name}`))}
      present={steps.indexOf(step)}
    />
  )
}

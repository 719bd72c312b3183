import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './order-progress.module.css'
import { type OrderStep, stepsFor } from './order-steps.ts'

/** Where one is on the way to an order. */
export function OrderProgress({ step, loggedIn }: { step: OrderStep; loggedIn: boolean }) {
  const { t } = useTranslation('orders')
  const steps = stepsFor(loggedIn)
  const present = steps.indexOf(step)
  return (
    <ol className={classes.steps} aria-label={t('progress.label')}>
      {steps.map((name, index) => (
        <li
          key={name}
          className={classes.step}
          data-state={index < present ? 'done' : index === present ? 'current' : 'ahead'}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className={classes.mark}>
            {index < present ? <Icon name="check" size={14} /> : index + 1}
          </span>
          <span className={classes.name}>{t(`progress.${name}`)}</span>
          {index < present ? <span className="visually-hidden">({t('progress.done')})</span> : null}
        </li>
      ))}
    </ol>
  )
}

import { useTranslation } from '../../../start/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import classes from './registration-progress.module.css'
import type { Step } from './registration-state.ts'

const STEPS = ['account', 'letterbox', 'location', 'items'] as const
/** Within an order who registers is known, and where: the first two steps are one. */
const STEPS_OF_ORDER = ['letterbox', 'location', 'items'] as const

/** Where one is on the way to the own letterbox. */
export function RegistrationProgress({ step, inOrder }: { step: Step; inOrder: boolean }) {
  const { t } = useTranslation('accounts')
  const steps = inOrder ? STEPS_OF_ORDER : STEPS
  const present = inOrder ? Math.max(1, step - 1) : step
  return (
    <ol
      className={classes.steps}
      style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}
      aria-label={t('register.progress')}
    >
      {steps.map((name, index) => {
        const number = index + 1
        const state = number < present ? 'done' : number === present ? 'current' : 'ahead'
        return (
          <li
            key={name}
            className={classes.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {state === 'done' ? <Icon name="check" size={16} /> : number}
            </span>
            <span className={classes.name}>
              {t(`register.steps.${name}`)}
              {state === 'done' ? (
                <span className="visually-hidden"> ({t('register.stepDone')})</span>
              ) : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

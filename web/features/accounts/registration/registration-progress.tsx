import { useTranslation } from '../../../start/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import classes from './registration-progress.module.css'
import type { Step } from './registration-state.ts'

const STEPS = ['account', 'letterbox', 'location', 'items'] as const

/** Where one is on the way to the own letterbox. */
export function RegistrationProgress({ step }: { step: Step }) {
  const { t } = useTranslation('accounts')
  return (
    <ol className={classes.steps} aria-label={t('register.progress')}>
      {STEPS.map((name, index) => {
        const number = index + 1
        const state = number < step ? 'done' : number === step ? 'current' : 'ahead'
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

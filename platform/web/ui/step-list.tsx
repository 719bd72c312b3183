import { useTranslation } from '../start/texts.ts'
import { Icon } from './icon.tsx'
import classes from './step-list.module.css'

interface StepListProps {
  /** What the steps lead to. */
  label: string
  /** Names of the steps, in order. */
  steps: string[]
  /** Index of the current step. */
  present: number
  /** `spread` over the width, with all names; `compact` in a line, where phones only show the current step's name. */
  look: 'spread' | 'compact'
}

/** The position within a sequence of screens. */
export function StepList({ label, steps, present, look }: StepListProps) {
  const { t } = useTranslation('layout')
  return (
    <ol className={classes.steps} data-look={look} aria-label={label}>
      {steps.map((name, index) => {
        const state = index < present ? 'done' : index === present ? 'current' : 'ahead'
        return (
          <li
            key={name}
            className={classes.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
            </span>
            <span className={classes.name}>
              {name}
              {state === 'done' ? (
                <span className="visually-hidden"> ({t('stepDone')})</span>
              ) : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

import { useTranslation } from '../start/texts.ts'
import { Icon } from './icon.tsx'
import classes from './step-list.module.css'

interface StepListProps {
  /** Of what they are the steps. */
  label: string
  /** What each is called, in order. */
  steps: string[]
  /** Which of them is shown, from 0. */
  present: number
  /**
   * `spread` over the width, with every name; `compact` in a line, where on phones only the present
   * step is named.
   */
  look: 'spread' | 'compact'
}

/** Where one is on a way of several screens. */
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

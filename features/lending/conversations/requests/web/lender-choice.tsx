import { useId } from 'react'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { AnswerBand, LentWords } from '#features/places/letterboxes/web/door.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import classes from './lender-choice.module.css'

interface LenderChoiceProps {
  label: string
  hint: string
  lenders: Letterbox[]
  /** The item they are asked for. */
  itemId: number | null
  /** The user ids of the chosen letterboxes' owners. */
  chosen: string[]
  /** How many can be chosen at most. */
  most: number
  onChange: (chosen: string[]) => void
}

/** Letterboxes to tick, with their distance. */
export function LenderChoice(props: LenderChoiceProps) {
  const { label, hint, lenders, itemId, chosen, most, onChange } = props
  const id = useId()
  return (
    <fieldset className={classes.choice} aria-describedby={id}>
      <legend className={classes.legend}>{label}</legend>
      <p id={id} className={classes.hint}>
        {hint}
      </p>
      {lenders.map((lender) => {
        const { user_id, address, city, distance } = lender
        const checked = chosen.includes(user_id)
        const isUnavailable = !checked && chosen.length >= most
        const line = lender.items.find(({ id }) => id === itemId)?.line
        return (
          <label key={user_id} className={classes.lender}>
            <input
              type="checkbox"
              className={classes.input}
              checked={checked}
              aria-disabled={isUnavailable || undefined}
              onChange={() => {
                if (isUnavailable) return
                onChange(checked ? chosen.filter((each) => each !== user_id) : [...chosen, user_id])
              }}
            />
            <span className={classes.address}>
              {address}, {city}
              {line ? <span className={classes.line}>{line}</span> : null}
              <AnswerBand letterbox={lender} />
              <LentWords items={lender.items.filter((item) => item.id === itemId)} />
            </span>
            {distance === null ? null : (
              <span className={classes.distance}>
                {formatDistance(Math.round(distance), currentLanguage())}
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}

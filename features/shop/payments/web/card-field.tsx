import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { errorNode } from '#platform/web/ui/forms/form-fields.tsx'
import classes from './card-field.module.css'
import type { CardFields, CardPart } from './use-card-fields.ts'

interface Change {
  complete: boolean
  error: { message: string } | undefined
}

/** Common interface of Stripe's three fields; their types differ only in the names of their events. */
interface Field {
  mount(place: HTMLElement): void
  on(event: 'change', handler: (change: Change) => void): unknown
}

interface CardFieldProps {
  label: string
  element: CardFields['parts'][CardPart]
  onComplete: (complete: boolean) => void
}

/** One of Stripe's fields, with label and frame like ours. */
export function CardField({ label, element, onComplete }: CardFieldProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string | null>(null)
  const onChange = useEffectEvent((change: Change) => {
    onComplete(change.complete)
    setError(change.error?.message ?? null)
  })
  useEffect(() => {
    const field = element as Field
    if (!place.current) return
    field.on('change', (change) => onChange(change))
    // The creator of the field removes it.
    field.mount(place.current)
  }, [element])
  return (
    <div>
      {/* Stripe focuses its field when the label is pressed. */}
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div id={id} ref={place} className={classes.field} data-invalid={error ? true : undefined} />
      <div aria-live="polite" className={classes.error}>
        {error ? errorNode(error) : null}
      </div>
    </div>
  )
}

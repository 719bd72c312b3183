import type { ReactNode } from 'react'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'

interface NumberFieldProps {
  label: string
  description?: ReactNode
  step?: number
  /** NaN while the field is empty. */
  value: number
  error: string | undefined
  'data-path'?: string
  onChange: (value: number) => void
}

/** A number field with buttons to count up and down. */
export function NumberField({ value, step = 1, onChange, ...props }: NumberFieldProps) {
  return (
    <TextField
      {...props}
      type="number"
      inputMode={step < 1 ? 'decimal' : 'numeric'}
      step={step}
      min={0}
      value={Number.isFinite(value) ? value : ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? Number.NaN : Number(currentTarget.value))
      }
    />
  )
}

import classes from './spinner.module.css'

interface SpinnerProps {
  /** Edge length in px. */
  size: number
  className?: string | undefined
}

/** Loading indicator; decorative, since the text beside it says so. */
export function Spinner({ size, className }: SpinnerProps) {
  return (
    <span
      aria-hidden="true"
      className={className ? `${classes.spinner} ${className}` : classes.spinner}
      style={{ width: size, height: size }}
    />
  )
}

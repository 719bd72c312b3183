import type { ReactNode } from 'react'
import classes from './fold.module.css'
import { Icon } from './icon.tsx'

interface FoldProps {
  label: ReactNode
  /** Initially open. */
  open?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Details that few readers want, behind a line that opens them. */
export function Fold({ label, open = false, className, children }: FoldProps) {
  return (
    <details className={className} open={open}>
      <summary className={classes.summary}>
        {label}
        <Icon name="chevronDown" size={24} />
      </summary>
      {children}
    </details>
  )
}

import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './phone-fold.module.css'

interface PhoneFoldProps {
  /** What is folded, in words. */
  label: string
  /** Open at first, where something of it is in use. */
  open?: boolean
  children: ReactNode
}

/** On phones folded behind its label, so that what is to do first stands first; elsewhere as it is. */
export function PhoneFold({ label, open = false, children }: PhoneFoldProps) {
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  if (!phone) return children
  return (
    <details className={classes.fold} open={open}>
      <summary>{label}</summary>
      <div className={classes.inside}>{children}</div>
    </details>
  )
}

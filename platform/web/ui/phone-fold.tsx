import { useMediaQuery } from '@mantine/hooks'
import { Children, type ReactNode } from 'react'
import classes from './phone-fold.module.css'

interface PhoneFoldProps {
  /** Label of the folded content. */
  label: string
  /** Initially open, because part of it is in use. */
  open?: boolean
  children: ReactNode
}

/** Folded on phones, so that the main action comes first; always open elsewhere. Nothing without content. */
export function PhoneFold({ label, open = false, children }: PhoneFoldProps) {
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  if (!phone || Children.toArray(children).length === 0) return children
  return (
    <details className={classes.fold} open={open}>
      <summary>{label}</summary>
      <div className={classes.inside}>{children}</div>
    </details>
  )
}

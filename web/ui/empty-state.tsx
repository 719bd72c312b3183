import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  artwork?: ReactNode
  title: string
  /** What to do next. */
  body?: ReactNode
  action?: ReactNode
}

/** A designed nothing: what is missing, and the next step. */
export function EmptyState({ artwork, title, body, action }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      {artwork ? <div className={classes.artwork}>{artwork}</div> : null}
      <h2 className={classes.title}>{title}</h2>
      {body ? <div className={classes.body}>{body}</div> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}

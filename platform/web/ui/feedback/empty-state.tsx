import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  artwork?: ReactNode
  title: string
  /** 1 if nothing else on the screen is its title. */
  level?: 1 | 2
  /** What to do next. */
  body?: ReactNode
  action?: ReactNode
}

/** For a place without content: says what is missing, and what to do next. */
export function EmptyState({ artwork, title, level = 2, body, action }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes.root}>
      {artwork ? <div className={classes.artwork}>{artwork}</div> : null}
      <Title className={classes.title}>{title}</Title>
      {body ? <div className={classes.body}>{body}</div> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}

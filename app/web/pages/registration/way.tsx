import type { ReactNode } from 'react'
import classes from './way.module.css'

interface WayProps {
  picture: ReactNode
  title: string
  body: string
  children: ReactNode
}

/** One of several ways to continue, as a card with a picture. */
export function Way({ picture, title, body, children }: WayProps) {
  return (
    <li className={classes.way}>
      <div className={classes.picture}>{picture}</div>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.body}>{body}</p>
      {children}
    </li>
  )
}

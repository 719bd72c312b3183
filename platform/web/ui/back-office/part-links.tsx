import { Link } from 'react-router'
import classes from './part-links.module.css'

interface PartLinksProps {
  /** What they lead to, for who does not see them. */
  label: string
  parts: { key: string; to: string; label: string }[]
  /** The key of the part that is shown. */
  shown: string | undefined
}

/** The parts of a screen of the back office, of which one is shown at a time. */
export function PartLinks({ label, parts, shown }: PartLinksProps) {
  return (
    <nav aria-label={label} className={classes.parts}>
      {parts.map((part) => (
        <Link
          key={part.key}
          to={part.to}
          aria-current={part.key === shown ? 'page' : undefined}
          className={classes.link}
        >
          {part.label}
        </Link>
      ))}
    </nav>
  )
}

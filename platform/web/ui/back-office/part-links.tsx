import { Link } from 'react-router'
import classes from './part-links.module.css'

interface PartLinksProps {
  /** Label of the links for screen readers. */
  label: string
  parts: { key: string; to: string; label: string }[]
  /** The key of the part that is shown. */
  shown: string | undefined
}

/** Links to the parts of a back office screen, which shows one at a time. */
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

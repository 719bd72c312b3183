import { Link } from 'react-router'
import { hideToast, showToast } from './toast.ts'
import classes from './undo-toast.module.css'

interface UndoToast {
  id: string
  message: string
  label: string
  undo: () => void
  /** Link to a page that shows it too. */
  link?: { to: string; label: string }
}

/** Says what was done, with an undo button. */
export function showUndoToast({ id, message, label, undo, link }: UndoToast): void {
  const press = () => {
    hideToast(id)
    undo()
  }
  showToast({
    id,
    seconds: 10,
    message: (
      <span className={classes.root}>
        {message}
        <span className={classes.actions}>
          <button type="button" className={classes.undo} onClick={press}>
            {label}
          </button>
          {link ? (
            <Link to={link.to} className={classes.link} onClick={() => hideToast(id)}>
              {link.label}
            </Link>
          ) : null}
        </span>
      </span>
    ),
  })
}

import { hideToast, showToast } from './toast.ts'
import classes from './undo-toast.module.css'

interface UndoToast {
  id: string
  message: string
  label: string
  undo: () => void
}

/** Says what was done, with a button that takes it back. */
export function showUndoToast({ id, message, label, undo }: UndoToast): void {
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
        <button type="button" className={classes.undo} onClick={press}>
          {label}
        </button>
      </span>
    ),
  })
}

import { useEffect, useId, useRef, useState } from 'react'
import classes from './action-menu.module.css'
import { Icon, type IconName } from './icon.tsx'
import { useEscape } from './use-escape.ts'

export interface MenuAction {
  icon: IconName
  label: string
  danger?: boolean
  onPress: () => void
}

interface ActionMenuProps {
  /** The button's label for screen readers. */
  label: string
  actions: MenuAction[]
}

/** A button with three dots that opens a menu of further actions. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const closeToToggle = () => {
    setOpen(false)
    toggle.current?.focus()
  }
  useEscape(
    open
      ? (event) => {
          event.preventDefault()
          closeToToggle()
        }
      : undefined,
  )
  useEffect(() => {
    if (!open) return
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('focusin', onLeave)
    return () => {
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('focusin', onLeave)
    }
  }, [open])
  return (
    <div ref={root} className={classes.root}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open ? (
        <ul id={id} className={classes.list} aria-label={label}>
          {actions.map(({ icon, label: text, danger, onPress }) => (
            <li key={text}>
              <button
                type="button"
                className={classes.action}
                data-danger={danger || undefined}
                onClick={() => {
                  closeToToggle()
                  onPress()
                }}
              >
                <Icon name={icon} size={22} />
                {text}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

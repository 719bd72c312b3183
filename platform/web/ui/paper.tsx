import type { CSSProperties, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './paper.module.css'

interface PaperProps {
  /** Name of the picture on the screen. */
  label: string
  /** Millimetres. */
  size: { width: number; height: number }
  /** One element, whose lengths are in `--mm`: one millimetre of the paper. */
  children: ReactNode
}

/** A sheet of paper: on the screen as wide as the page, and alone when the page is printed. */
export function Paper({ label, size: { width, height }, children }: PaperProps) {
  return (
    <>
      <div
        className={classes.preview}
        style={{ '--paper-width': width } as CSSProperties}
        role="img"
        aria-label={label}
      >
        {children}
      </div>
      {createPortal(
        <div className={classes.printed} aria-hidden="true">
          <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
          {children}
        </div>,
        document.body,
      )}
    </>
  )
}

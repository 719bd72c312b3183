const FOCUSABLE = 'input, textarea, select, button'

/**
 * Moves the focus to a field, and the field with what is said of it into the middle of the screen. Of a group of
 * fields the first one gets it; a fold around it is opened.
 */
export function focusField(field: HTMLElement | null | undefined): void {
  const target = field?.matches(FOCUSABLE) ? field : field?.querySelector<HTMLElement>(FOCUSABLE)
  const fold = target?.closest('details')
  if (fold) fold.open = true
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
}

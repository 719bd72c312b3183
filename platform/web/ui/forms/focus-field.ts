const FOCUSABLE = 'input, textarea, select, button'

/**
 * Focuses a field and scrolls it, with its error, to the middle of the screen. In a group the first field gets the
 * focus; a closed fold around it is opened.
 */
export function focusField(field: HTMLElement | null | undefined): void {
  const target = field?.matches(FOCUSABLE) ? field : field?.querySelector<HTMLElement>(FOCUSABLE)
  const fold = target?.closest('details')
  if (fold) fold.open = true
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
}

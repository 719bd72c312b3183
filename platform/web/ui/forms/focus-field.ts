const FOCUSABLE = 'input, textarea, select, button'

/** Moves the focus to a field, and the field with what is said of it into the middle of the screen. */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/**
 * Moves the focus to the first field that a refused call names. A field of such a form, or what holds it, says in
 * `data-field` for which fields of the call it stands, separated by spaces.
 */
export function focusNamedField(form: HTMLElement | null, names: readonly string[]): void {
  const parts = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const wrong = parts.find(({ dataset }) =>
    dataset.field?.split(' ').some((name) => names.includes(name)),
  )
  focusField(wrong?.matches(FOCUSABLE) ? wrong : wrong?.querySelector<HTMLElement>(FOCUSABLE))
}

/**
 * For all focusable elements of a dialog above another one: Escape closes only this dialog.
 * Otherwise it would close both, and the input in the lower one would be lost.
 */
export const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' } as const

/**
 * On everything in a dialog that may open above another one: the Escape key is this dialog's alone, else it would close
 * both, and with the lower one what was typed there.
 */
export const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' } as const

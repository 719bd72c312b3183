/** What scams often contain; the first messages of a stranger are checked for these. */
export const MESSAGE_WARNINGS = ['link', 'phone', 'money'] as const
export type MessageWarning = (typeof MESSAGE_WARNINGS)[number]

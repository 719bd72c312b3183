/** What the first words of a stranger may hold that scams hold, too. */
export const MESSAGE_WARNINGS = ['link', 'phone', 'money'] as const
export type MessageWarning = (typeof MESSAGE_WARNINGS)[number]

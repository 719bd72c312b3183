/**
 * How reliably a borrower returned things, in kind words: always in time, nearly always, or sometimes a little
 * later.
 */
export const PUNCTUALITIES = ['always', 'mostly', 'sometimes_later'] as const
export type Punctuality = (typeof PUNCTUALITIES)[number]

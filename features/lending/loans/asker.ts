/** How somebody brought things back, in kind words: always in time, nearly always, or now and then a little later. */
export const PUNCTUALITIES = ['always', 'mostly', 'sometimes_later'] as const
export type Punctuality = (typeof PUNCTUALITIES)[number]

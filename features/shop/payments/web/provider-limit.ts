/**
 * The longest time that a payment provider's scripts may take: they are large, and networks are slow. What
 * a content blocker holds back never arrives at all.
 */
export const PROVIDER_WITHIN_MS = 20_000

/** Settles with `work`, or rejects once it has taken too long. */
export async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider does not answer')), PROVIDER_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

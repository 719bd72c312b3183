/**
 * So long what comes from a payment provider may take: its scripts are large, and networks are slow. What a blocker
 * lets hang never comes at all.
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

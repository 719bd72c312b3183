/**
 * Time limit for a payment provider's scripts: they are large, and networks are slow. A blocked script never arrives.
 */
export const PROVIDER_WITHIN_MS = 20_000

/** Settles with `work`, or rejects when the time limit is over. */
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

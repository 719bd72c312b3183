/**
 * Waits for `work` for a limited time. If it hangs, this rejects and the other measurements
 * continue.
 */
export async function within<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what}: not finished after ${seconds} s`)),
      seconds * 1000,
    )
  })
  // The caller no longer waits, so later errors are ignored.
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What went wrong, in one line. */
export const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

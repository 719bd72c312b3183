/** Waits for `work` so long and no longer: what hangs is told, and the rest is measured. */
export async function within<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what}: not done after ${seconds} s`)),
      seconds * 1000,
    )
  })
  // Whatever becomes of it later, nobody waits for it any more.
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

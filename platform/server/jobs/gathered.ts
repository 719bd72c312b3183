/**
 * Lets many calls be answered by one run of `run`: it begins so many milliseconds after the first of them, and those
 * that come until then need none of their own. It keeps no process alive.
 * @returns `call`, and `stop`, after which nothing runs any more
 */
export function gathered(run: () => void, withinMs: number): { call(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  return {
    call() {
      if (isStopped) return
      timer ??= setTimeout(() => {
        timer = null
        run()
      }, withinMs).unref()
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}

/**
 * Coalesces calls: `run` starts this many milliseconds after the first call and serves all calls until then. The timer
 * does not keep the process alive.
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

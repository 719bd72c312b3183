/** Progress of a long step: a bar on a terminal, elsewhere a line for every tenth. */
export class ImportProgress {
  readonly #output: NodeJS.WriteStream
  #step = ''
  #shown = -1

  constructor(output: NodeJS.WriteStream) {
    this.#output = output
  }

  show(step: string, done: number, total: number): void {
    if (total === 0) return
    const percent = Math.floor((done / total) * 100)
    const mark = this.#output.isTTY ? percent : Math.floor(percent / 10) * 10
    if (step === this.#step && mark === this.#shown) return
    if (step !== this.#step) this.end()
    this.#step = step
    this.#shown = mark
    const text = `${step} ${done} of ${total}`
    if (!this.#output.isTTY) {
      this.#output.write(`  ${text}\n`)
      return
    }
    const full = Math.floor(percent / 4)
    this.#output.write(`\r  [${'#'.repeat(full)}${'-'.repeat(25 - full)}] ${text}\u001b[K`)
  }

  /** Ends the bar's line, so that later output starts on a new one. */
  end(): void {
    if (this.#step && this.#output.isTTY) this.#output.write('\n')
    this.#step = ''
    this.#shown = -1
  }
}

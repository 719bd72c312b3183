// @ts-check
// Loaded into a server before all else (NODE_OPTIONS=--import=...): its clock is ahead of the real one,
// as if it had been started later.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)
const RealDate = Date

globalThis.Date = /** @type {DateConstructor} */ (
  class extends RealDate {
    /** @param {unknown[]} given */
    constructor(...given) {
      const made = given.length === 0 ? [RealDate.now() + aheadMs] : given
      super(.../** @type {[number]} */ (made))
    }

    static now() {
      return RealDate.now() + aheadMs
    }
  }
)

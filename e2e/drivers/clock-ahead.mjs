// @ts-check
// Preloaded into a server (NODE_OPTIONS=--import=...) to set its clock ahead, as if it had been started later.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)
const RealDate = Date

globalThis.Date = /** @type {DateConstructor} */ (
  class extends RealDate {
    /** @param {unknown[]} args */
    constructor(...args) {
      const dateArgs = args.length === 0 ? [RealDate.now() + aheadMs] : args
      super(.../** @type {[number]} */ (dateArgs))
    }

    /** @override */
    static now() {
      return RealDate.now() + aheadMs
    }
  }
)

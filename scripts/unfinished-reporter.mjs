// @ts-check
// Tells scripts/test.mjs which test files were lost when a process of the test runner crashed. Node itself can crash in
// its garbage collector (seen with 26.10: "Check failed: GetTimerForCollectionRequest"). These files run once more,
// with a notice.
import { writeFileSync } from 'node:fs'

const DIED = /Worker exited unexpectedly/

export default class {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} errors
   */
  onTestRunEnd(modules, errors) {
    const died = errors.length > 0 && errors.every(({ cause }) => DIED.test(String(cause?.message)))
    const unfinished = modules.filter((module) => ['queued', 'pending'].includes(module.state()))
    const files = died ? unfinished.map((module) => module.moduleId) : []
    writeFileSync(String(process.env.UNFINISHED_FILES), JSON.stringify(files))
  }
}

// @ts-check
/**
 * @typedef {'met' | 'not_applicable' | 'open'} State
 * @typedef {object} Row
 * @property {string} id the number of the requirement, such as `1.2.4`
 * @property {string} what it in a few words of our own
 * @property {State} state what is met in part is open
 * @property {readonly string[]} evidence files, and tests as `path > title`, where the title is what stands in the file
 * @property {string} why what is missing, or why it does not apply; of what is met only what is not plain
 */

/**
 * @param {string} id
 * @param {string} what
 * @param {readonly string[]} evidence
 * @param {string} [why]
 * @returns {Row}
 */
export const met = (id, what, evidence, why = '') => ({ id, what, state: 'met', evidence, why })

/**
 * @param {string} id
 * @param {string} what
 * @param {string} why
 * @param {readonly string[]} [evidence]
 * @returns {Row}
 */
export const notApplicable = (id, what, why, evidence = []) => ({
  id,
  what,
  state: 'not_applicable',
  evidence,
  why,
})

/**
 * @param {string} id
 * @param {string} what
 * @param {string} why what is missing, and why it is left so
 * @param {readonly string[]} [evidence] what is there
 * @returns {Row}
 */
export const open = (id, what, why, evidence = []) => ({ id, what, state: 'open', evidence, why })

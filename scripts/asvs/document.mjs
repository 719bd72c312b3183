// @ts-check
import { CHAPTERS, LEVELS } from './requirements.mjs'

/** @typedef {import('./row.mjs').Row} Row */

/** Of what a row is proven by: the file, and the title of a test in it. @param {string} evidence */
export function partsOf(evidence) {
  const at = evidence.indexOf(' > ')
  return at < 0
    ? { path: evidence, title: null }
    : { path: evidence.slice(0, at), title: evidence.slice(at + 3) }
}

const STATES = /** @type {const} */ ({ met: 'met', not_applicable: 'does not apply', open: 'open' })

/** @param {string} id */
const chapterOf = (id) => Number(id.split('.')[0])

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|')

/**
 * In the document tests stand in words, and pages of docs/ are led to.
 * @param {string} evidence
 */
function shown(evidence) {
  const { path, title } = partsOf(evidence)
  const page = /^docs\/(.*\.md)$/.exec(path)?.[1]
  const file = page ? `[${page}](${page})` : `\`${path}\``
  return title === null ? file : `${file} “${title}”`
}

/** @param {Row} row */
const lineOf = ({ id, what, state, evidence, why }) => {
  const by = [why, evidence.map(shown).join('; ')].filter(Boolean).join(' ')
  return `| ${id} | ${LEVELS.get(id)} | ${cell(what)} | ${state === 'open' ? '**open**' : STATES[state]} | ${cell(by)} |`
}

/**
 * How many there are of each state, and how many of the standard's are in no row.
 * @param {readonly Row[]} rows
 * @param {(id: string) => boolean} counts
 */
function countsOf(rows, counts) {
  const own = rows.filter(({ id }) => counts(id))
  /** @param {Row['state']} state */
  const of = (state) => own.filter((row) => row.state === state).length
  const all = [...LEVELS.keys()].filter(counts).length
  return { all, met: of('met'), none: of('not_applicable'), open: of('open') }
}

/**
 * docs/asvs.md.
 * @param {readonly Row[]} rows
 */
export function documentOf(rows) {
  const levels = [1, 2].map((level) => {
    const { all, met, none, open } = countsOf(rows, (id) => LEVELS.get(id) === level)
    return `| ${level} | ${all} | ${met} | ${none} | ${open} |`
  })
  const third = countsOf(rows, (id) => LEVELS.get(id) === 3)
  const chapters = CHAPTERS.map((name, i) => {
    const { all, met, none, open } = countsOf(
      rows,
      (id) => chapterOf(id) === i + 1 && Number(LEVELS.get(id)) < 3,
    )
    return `| [${i + 1} ${name}](#${i + 1}-${name.toLowerCase().replaceAll(' ', '-')}) | ${all} | ${met} | ${none} | ${open} |`
  })
  const sections = CHAPTERS.map((name, i) =>
    [
      `## ${i + 1} ${name}`,
      '',
      '| # | Level | What | State | By what, or why |',
      '|---|---|---|---|---|',
      ...rows.filter(({ id }) => chapterOf(id) === i + 1).map(lineOf),
      '',
    ].join('\n'),
  )
  return `# OWASP ASVS 5.0

Requirement by requirement what holds: met, with the file or the test that says so; not applicable, and why; open, with what
is missing and why it is. What is met in part is open. The numbers are those of the
[release 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0) of May 2025; its sentences stand there, ours are only reminders of
them. Judged is the program as [docs/operation.md](operation.md) sets it up, by those who write it: nobody else has looked.

Made by \`node scripts/asvs/build.mjs\` of \`scripts/asvs/chapters/\`; a test holds that no requirement of the levels 1 and 2 is
left out, and that each file and test is there.

| Level | Requirements | Met | Do not apply | Open |
|---|---|---|---|---|
${levels.join('\n')}

Of the ${third.all} of level 3, ${third.met} are met and ${third.none} do not apply; the others were not looked at, and are in no table.

| Chapter (levels 1 and 2) | Requirements | Met | Do not apply | Open |
|---|---|---|---|---|
${chapters.join('\n')}

${sections.join('\n').trimEnd()}
`
}

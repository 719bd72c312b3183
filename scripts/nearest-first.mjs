// @ts-check

/** First line of an error of the type checker: `features/community/members/tables.ts(12,3): error TS2322: ...` */
const BEGINNING = /^(\S+)\(\d+,\d+\): /

/**
 * Errors of the type checker with their detail lines, those in changed files first.
 * @param {string} output
 * @param {string[]} changed paths below the project's folder
 */
export function nearestFirst(output, changed) {
  /** @type {{ file: string, lines: string[] }[]} */
  const errors = []
  for (const line of output.trimEnd().split('\n')) {
    const [, file] = BEGINNING.exec(line) ?? []
    const last = errors.at(-1)
    if (file === undefined && last) last.lines.push(line)
    else errors.push({ file: file ?? '', lines: [line] })
  }
  const isNear = (/** @type {{ file: string }} */ { file }) => changed.includes(file)
  const arranged = [...errors.filter(isNear), ...errors.filter((error) => !isNear(error))]
  return `${arranged.flatMap(({ lines }) => lines).join('\n')}\n`
}

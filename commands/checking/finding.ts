type Verdict = 'ok' | 'warning' | 'wrong'

/** The result of one check, in one line: what was found, and how to fix it if it is wrong. */
export interface Finding {
  verdict: Verdict
  text: string
}

export const ok = (text: string): Finding => ({ verdict: 'ok', text })
export const warning = (text: string): Finding => ({ verdict: 'warning', text })
export const wrong = (text: string): Finding => ({ verdict: 'wrong', text })

/** A check returns one finding, or several that belong together. */
export type Check = () => Finding[] | Promise<Finding[]>

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

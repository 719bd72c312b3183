type Verdict = 'ok' | 'warning' | 'wrong'

/** What one check has found, in a line: what is so, and what to do where that is not right. */
export interface Finding {
  verdict: Verdict
  text: string
}

export const ok = (text: string): Finding => ({ verdict: 'ok', text })
export const warning = (text: string): Finding => ({ verdict: 'warning', text })
export const wrong = (text: string): Finding => ({ verdict: 'wrong', text })

/** Several that belong together, or one. */
export type Check = () => Finding[] | Promise<Finding[]>

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

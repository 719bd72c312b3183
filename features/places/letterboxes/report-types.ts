/** What can be wrong with a letterbox; the web app has the words for each. */
export const REPORT_TYPES = [
  { id: 1, name: 'missing_sticker' },
  { id: 2, name: 'no_access' },
  { id: 3, name: 'other' },
  /** What a law forbids: a notice as Article 16 of the Digital Services Act has it. */
  { id: 4, name: 'illegal' },
] as const
export type ReportTypeName = (typeof REPORT_TYPES)[number]['name']

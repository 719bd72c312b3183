/** Reasons to report a letterbox; the web app has the texts for each. */
export const REPORT_TYPES = [
  { id: 1, name: 'missing_sticker' },
  { id: 2, name: 'no_access' },
  { id: 3, name: 'other' },
  /** Illegal content: a notice under Article 16 of the Digital Services Act. */
  { id: 4, name: 'illegal' },
] as const
export type ReportTypeName = (typeof REPORT_TYPES)[number]['name']

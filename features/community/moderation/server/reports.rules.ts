import type { z } from 'zod'
import { REPORT_TYPES, type ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { isReadable } from '#platform/shared/input/plain-text.ts'
import type { reportSchema } from '../contract.ts'

/** Maximum open reports of one person about one letterbox. Later ones are appended to the first. */
export const MOST_OPEN = 3

type Notice = Pick<
  z.output<typeof reportSchema>,
  'message' | 'name' | 'good_faith' | 'without_name'
>

/**
 * What a notice of illegal content lacks (Article 16(2) of the Digital Services Act), as field and error: why it is
 * illegal, who reports it, and the statement of good faith. The letterbox is its location. Null if it is complete.
 */
export function flawOfNotice(notice: Notice): [keyof Notice, string] | null {
  if (!isReadable(notice.message)) return ['message', VALIDATION.message]
  if (!notice.without_name && !isReadable(notice.name)) return ['name', VALIDATION.name]
  return notice.good_faith ? null : ['good_faith', VALIDATION.invalid]
}

/** The name of a type; undefined for an unknown id. */
export function reportTypeOf(id: number): ReportTypeName | undefined {
  return REPORT_TYPES.find((type) => type.id === id)?.name
}

import { z } from 'zod'
import { type Area, newAreaSchema } from '#platform/shared/areas.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { TASKS } from '#platform/shared/tasks.ts'
import { likelyCountry } from '#platform/web/data/likely-country.ts'
import type { TaskHolder } from '../../contract.admin.ts'

export const AREA_KINDS = ['everywhere', 'postcodes', 'outline'] as const

/** An area while it is edited. What belongs to the other kinds stays until it is saved. */
export type AreaDraft = {
  kind: (typeof AREA_KINDS)[number]
  country: string
  /** As typed, with any separators. */
  postcodes: string
  outline: Area['outline']
}

export function draftOf({ tasks, area }: Pick<TaskHolder, 'tasks' | 'area'>): DutiesDraft {
  const kind = area === null ? 'everywhere' : area.country ? 'postcodes' : 'outline'
  return {
    tasks,
    kind,
    country: area?.country ?? likelyCountry(navigator.languages),
    postcodes: area?.postcodes.join(', ') ?? '',
    outline: area?.outline ?? [],
  }
}

/** Postcodes as typed, in a row or one a line. Some contain a space (SW1A 1AA, 123 45), so it separates long ones only. */
function typedPostcodes(typed: string): string[] {
  return typed
    .split(/[,;\n]/)
    .flatMap((entry) => {
      const parts = entry.trim().split(/\s+/)
      return parts.every((part) => part.length >= 4) ? parts : [parts.join(' ')]
    })
    .filter((postcode) => postcode !== '')
}

export function areaOf({ kind, country, postcodes, outline }: AreaDraft): Area | null {
  if (kind === 'everywhere') return null
  if (kind === 'outline') return { country: null, postcodes: [], outline }
  return { country, postcodes: typedPostcodes(postcodes), outline: [] }
}

/** The duties of a person while they are edited. */
export type DutiesDraft = Pick<TaskHolder, 'tasks'> & AreaDraft

export const dutiesDraftSchema = z
  .object({
    tasks: z.array(z.enum(TASKS)),
    kind: z.enum(AREA_KINDS),
    country: z.string(),
    postcodes: z.string(),
    outline: z.custom<Area['outline']>(),
  })
  .superRefine((draft, { addIssue }) => {
    const area = areaOf(draft)
    if (area === null || newAreaSchema.safeParse(area).success) return
    const [path, message] =
      draft.kind === 'postcodes'
        ? (['postcodes', VALIDATION.postcodes] as const)
        : (['outline', VALIDATION.outline] as const)
    addIssue({ code: 'custom', path: [path], message })
  })

import { readDraft, textDraft, writeDraft } from '#platform/web/data/draft.ts'

/** The code of the flyer that brought the visitor, until they register; kept as long as the tab. */
const FLYER = 'flyer'

export const readFlyer = (): string | null => readDraft(FLYER, textDraft)
export const writeFlyer = (code: string | null): void => writeDraft(FLYER, code)

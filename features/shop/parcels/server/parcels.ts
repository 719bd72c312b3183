import { SENT_SHEETS } from '#features/places/letterboxes/codes/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { deleteOldBatches } from './letters.queries.ts'
import { addParcelRoutes } from './parcels.routes.ts'
import { sentSheets } from './sheet-codes.ts'

export const parcels: Feature = {
  name: 'parcels',
  routes: addParcelRoutes,
  answers: [answering(SENT_SHEETS, sentSheets)],
  notExported: {
    parcel_codes: 'codes of parcels and letters; the letterbox stores what a code has proved',
    sheet_codes:
      'which codes went with which order; the letterbox that claimed one exports it as its own',
    letter_batches:
      'letters of the community; who made them is in the audit log, which is exported',
  },
  jobs: [cleaning(deleteOldBatches)],
}

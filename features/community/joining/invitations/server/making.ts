import type { z } from 'zod'
import { recordAct } from '#features/people/audit/server/door.ts'
import {
  insertBatch,
  type LetterBatchRow,
  type LetterPlace,
} from '#features/shop/parcels/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { letterSourceSchema, newBatchSchema } from '../contract.admin.ts'
import { findImportedPlaces, findImportName } from './houses.queries.ts'
import { findStreet } from './street-choice.ts'

type Source = z.output<typeof letterSourceSchema>
type NewBatch = z.output<typeof newBatchSchema>
type Chosen = { label: string; places: LetterPlace[] }

async function placesOfStreet(
  { streetMap }: Pick<Deps, 'streetMap'>,
  viewer: Viewer,
  source: Extract<Source, { kind: 'street' }>,
): Promise<Chosen> {
  const street = await findStreet(viewer, streetMap.streets, source)
  if (!street) throw new AppError('not_found')
  const chosen = new Set(source.numbers)
  const houses = street.houses.filter(({ number }) => chosen.has(number))
  if (houses.length !== chosen.size) throw fieldError('source', VALIDATION.invalid)
  const { name, postcode, city, country } = street
  return {
    label: `${name}, ${postcode} ${city}`,
    places: houses.map(({ number, latitude, longitude }) => ({
      address: `${name} ${number}`,
      postcode,
      city,
      country,
      latitude,
      longitude,
      handed_letterbox_id: null,
    })),
  }
}

async function placesOfImport(
  db: Db,
  viewer: Viewer,
  source: Extract<Source, { kind: 'imported' }>,
  now: Date,
): Promise<Chosen> {
  if (!may(viewer, 'invitation.imported')) throw new AppError('task_missing')
  const label = await findImportName(db, source.import_id)
  if (label === null) throw new AppError('not_found')
  const chosen = new Set(source.letterbox_ids)
  const known = await findImportedPlaces(db, source.import_id, now)
  const places = known.filter(({ letterbox_id }) => chosen.has(letterbox_id))
  // An owner has claimed a letterbox meanwhile, so the list has to be reviewed.
  if (places.length !== chosen.size) throw fieldError('source', VALIDATION.invalid)
  return {
    label,
    places: places.map(({ letterbox_id, address, postcode, city, country }) => ({
      address,
      postcode,
      city,
      country,
      latitude: null,
      longitude: null,
      handed_letterbox_id: letterbox_id,
    })),
  }
}

/**
 * The chosen places, and the name of the batch. Throws `not_found` for an unknown street or import, `validation` for a
 * house that is not in the list or a letterbox that has been claimed, and `task_missing`. What is outside of the viewer's
 * area counts as unknown.
 */
export const choosePlaces = (
  db: Db,
  deps: Pick<Deps, 'streetMap' | 'clock'>,
  viewer: Viewer,
  source: Source,
): Promise<Chosen> =>
  source.kind === 'street'
    ? placesOfStreet(deps, viewer, source)
    : placesOfImport(db, viewer, source, deps.clock())

/** Creates a batch of letters. Throws what {@link choosePlaces} throws. */
export async function makeBatch(
  tx: Db,
  deps: Pick<Deps, 'streetMap' | 'clock'>,
  viewer: Viewer,
  { source, lang, text, window }: NewBatch,
): Promise<LetterBatchRow> {
  const now = deps.clock()
  const { label, places } = await choosePlaces(tx, deps, viewer, source)
  const batch = { label, lang, text, window, created_by: viewer.id }
  const row = await insertBatch(tx, batch, places, now)
  const act = { subject: 'letter_batch', subject_id: row.id, verb: 'create', label } as const
  await recordAct(tx, viewer, { ...act, after: { letters: places.length } }, now)
  return row
}

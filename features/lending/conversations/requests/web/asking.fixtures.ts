import type { Letterbox } from '#features/places/letterboxes/contract.ts'

/** The letterbox that is asked. */
export const letterbox = { id: 'box', user_id: 'ben', latitude: 47, longitude: 8 } as Letterbox

/** The i-th of the nearby lenders of the same item. */
export function nearbyLender(i: number, lent_until: string | null = null): Letterbox {
  return {
    ...letterbox,
    id: `box${i}`,
    user_id: `user${i}`,
    address: `Weg ${i}`,
    city: 'Zürich',
    enable_messaging: true,
    takes_requests: true,
    answers: 'day',
    items: [
      { id: 1, image_path: '', available: lent_until === null, lent_until, line: `Line ${i}` },
    ],
    distance: i * 100,
  } as Letterbox
}

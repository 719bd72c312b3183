// @ts-check
import { LEVELS } from '../requirements.mjs'
import { notApplicable } from '../row.mjs'

/** @type {Readonly<Record<string, string>>} */
const SUBJECTS = {
  17.1: 'TURN servers',
  17.2: 'Servers of sound and pictures',
  17.3: 'Signalling',
}

export const webrtc = [...LEVELS]
  .filter(([id, level]) => id.startsWith('17.') && level < 3)
  .map(([id]) =>
    notApplicable(id, SUBJECTS[id.split('.').slice(0, 2).join('.')] ?? '', 'There is no WebRTC.', [
      'scripts/asvs/absent.test.ts > other protocols',
    ]),
  )

// @ts-check
/**
 * The numbers of OWASP ASVS 5.0.0 (May 2025) by level, and the names of its chapters: those of the release's own list,
 * OWASP_Application_Security_Verification_Standard_5.0.0_en.csv. What they ask for is told there, and not repeated here.
 * https://github.com/OWASP/ASVS/tree/v5.0.0
 */

export const CHAPTERS = [
  'Encoding and sanitization',
  'Validation and business logic',
  'Web frontend security',
  'API and web service',
  'File handling',
  'Authentication',
  'Session management',
  'Authorization',
  'Self-contained tokens',
  'OAuth and OIDC',
  'Cryptography',
  'Secure communication',
  'Configuration',
  'Data protection',
  'Secure coding and architecture',
  'Security logging and error handling',
  'WebRTC',
]

/** `1.2.1-5` is 1.2.1 to 1.2.5. */
const WRITTEN = {
  1: `1.2.1-5 1.3.1-2 1.5.1
    2.1.1 2.2.1-2 2.3.1
    3.2.1-2 3.3.1 3.4.1-2 3.5.1-3
    4.1.1 4.4.1
    5.2.1-2 5.3.1-2
    6.1.1 6.2.1-8 6.3.1-2 6.4.1-2
    7.2.1-4 7.4.1-2
    8.1.1 8.2.1-2 8.3.1
    9.1.1-3 9.2.1
    10.4.1-5
    11.3.1-2 11.4.1
    12.1.1 12.2.1-2
    13.4.1
    14.2.1 14.3.1
    15.1.1 15.2.1 15.3.1`,
  2: `1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2
    2.1.2-3 2.2.3 2.3.2-4 2.4.1
    3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2
    4.1.2-3 4.2.1 4.3.1-2 4.4.2-4
    5.1.1 5.2.3 5.4.1-3
    6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4
    7.1.1-3 7.3.1-2 7.4.3-5 7.5.1-2 7.6.1-2
    8.1.2 8.2.3 8.4.1
    9.2.2-4
    10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3
    11.1.1-2 11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1
    12.1.2-3 12.3.1-4
    13.1.1 13.2.1-5 13.3.1-2 13.4.2-5
    14.1.1-2 14.2.2-4 14.3.2-3
    15.1.2-3 15.2.2-3 15.3.2-7
    16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3
    17.1.1 17.2.1-4 17.3.1-2`,
  3: `1.2.10 1.3.12 1.5.3
    2.3.5 2.4.2
    3.1.1 3.2.3 3.3.5 3.4.7-8 3.5.6-8 3.6.1 3.7.3-5
    4.1.4-5 4.2.2-5
    5.2.4-6 5.3.3
    6.3.5-8 6.4.5-6 6.5.6-8 6.6.4 6.7.1-2
    7.5.3
    8.1.3-4 8.2.4 8.3.2-3 8.4.2
    10.2.3 10.3.5 10.4.12-16
    11.1.3-4 11.2.4-5 11.3.4-5 11.5.2 11.6.2 11.7.1-2
    12.1.4-5 12.3.5
    13.1.2-4 13.2.6 13.3.3-4 13.4.6-7
    14.2.5-8
    15.1.4-5 15.2.4-5 15.4.1-4
    16.5.4
    17.1.2 17.2.5-8`,
}

/** @param {string} written */
function idsOf(written) {
  return written.split(/\s+/).flatMap((range) => {
    const [, section = '', first = 0, last = first] =
      /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? []
    const count = Number(last) - Number(first) + 1
    return Array.from({ length: count }, (_, i) => `${section}.${Number(first) + i}`)
  })
}

/** @param {readonly [string, number]} left @param {readonly [string, number]} right */
function byNumber([left], [right]) {
  const [a, b] = [left, right].map((id) => id.split('.').map(Number))
  const at = a?.findIndex((part, i) => part !== b?.[i]) ?? -1
  return (a?.[at] ?? 0) - (b?.[at] ?? 0)
}

/** The level of each requirement, by its number, in their order. @type {ReadonlyMap<string, number>} */
export const LEVELS = new Map(
  Object.entries(WRITTEN)
    .flatMap(([level, written]) =>
      idsOf(written).map((id) => /** @type {const} */ ([id, Number(level)])),
    )
    .sort(byNumber),
)
